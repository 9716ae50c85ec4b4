// Compiles the built program ahead of time: runs what is run most, in a temporary folder, and stores the code that V8
// compiled for it beside the chunks (bin/load.js). Run by `build` in setup.mjs with the folder of the build.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chunks, keepCompiled } from '../bin/load.js';

const [, , dist = '../dist'] = process.argv;

/** What was just bundled. @type {{ main(argv: readonly string[]): Promise<void> }} */
const program = createRequire(import.meta.url)(`${dist}/main.cjs`);

const folder = mkdtempSync(path.join(tmpdir(), 'quoin-build-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** @type {string[]} */
const said = [];
console.log = (...words) => said.push(words.join(' '));

// A command ends the process half a second after it is done, and a start may take longer than that.
const { exit } = process;
Object.assign(process, { exit: () => {} });

await quoin('init', folder);
process.chdir(folder);
await quoin('check');
await quoin('token', 'create', '--name', 'build', '--type', 'read-only');
await quoin('start', '--host', '127.0.0.1', '--port', '0');
const [address] = /http:\S+:\d+/.exec(said.at(-1) ?? '') ?? [];
for (const place of ['/_health', '/api/articles?populate=*']) await fetch(`${address}${place}`);

for (const [file, { script }] of chunks) keepCompiled(file, script);
exit.call(process);

/** @param {...string} args */
async function quoin(...args) {
  await program.main([process.execPath, 'quoin', ...args]);
  if (process.exitCode === 0) return;
  console.error(said.join('\n'));
  exit.call(process, 1);
}
