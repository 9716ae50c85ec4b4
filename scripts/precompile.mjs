// Fills the V8 code cache of the built program: runs common commands and requests in a temporary folder, and stores the
// compiled code next to the chunks (bin/load.js). Run by `build` in setup.mjs, which passes the build folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chunks, writeCachedCode } from '../bin/load.js';

const [, , dist = '../dist'] = process.argv;

/** The program that was just bundled. @type {{ main(argv: readonly string[]): Promise<void> }} */
const program = createRequire(import.meta.url)(`${dist}/main.cjs`);

const folder = mkdtempSync(path.join(tmpdir(), 'quoin-build-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** @type {string[]} */
const output = [];
console.log = (...values) => output.push(values.join(' '));

// A command exits the process half a second after it has finished, and a start may take longer than that.
const { exit } = process;
Object.assign(process, { exit: () => {} });

await quoin('init', folder);
process.chdir(folder);
await quoin('check');
await quoin('token', 'create', '--name', 'build', '--type', 'read-only');
await quoin('start', '--host', '127.0.0.1', '--port', '0');
const [address] = /http:\S+:\d+/.exec(output.at(-1) ?? '') ?? [];
for (const target of ['/_health', '/api/articles?populate=*']) await fetch(`${address}${target}`);

for (const [file, { script }] of chunks) writeCachedCode(file, script);
exit.call(process);

/** @param {...string} args */
async function quoin(...args) {
  await program.main([process.execPath, 'quoin', ...args]);
  if (process.exitCode === 0) return;
  console.error(output.join('\n'));
  exit.call(process, 1);
}
