// Runs the built program on a site.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Site } from './sites.ts';

const run = promisify(execFile);
const quoin = path.resolve(import.meta.dirname, '../../bin/quoin.js');

/** Runs `quoin` with arguments. @returns its output @throws Error with the output if it fails */
export async function runQuoin({ folder, database }: Site, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, [quoin, ...args], {
    cwd: folder,
    env: { ...process.env, ...database },
    maxBuffer: 100_000_000,
  });
  return stdout + stderr;
}
