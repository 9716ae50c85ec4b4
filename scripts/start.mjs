// In charge of `npm start`: installs and builds what is missing, then serves the example project,
// or the one in the folder given: `npm start -- ../my-project`.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { root, say, setUp } from './setup.mjs';

const example = path.join(root, 'example');
const [folder, ...rest] = process.argv.slice(2);
// npm runs this in the repository's folder; a relative path counts from where the user typed it.
const project = folder ? path.resolve(process.env['INIT_CWD'] ?? '.', folder) : example;

setUp();
if (project === example) seedExample();
serve();

/** The example's content is unpacked once; what is tried out on it stays out of the repository. */
function seedExample() {
  const database = path.join(example, '.tmp/data.db');
  if (existsSync(database)) return;
  say('Unpacking the example content.');
  mkdirSync(path.dirname(database), { recursive: true });
  // Written beside and renamed: what is interrupted leaves no half of a database.
  const whole = `${database}.new`;
  writeFileSync(whole, gunzipSync(readFileSync(path.join(example, 'seed.db.gz'))));
  renameSync(whole, database);
}

function serve() {
  say(`Starting Quoin in ${path.relative(process.cwd(), project) || '.'}.`);
  const server = spawn(process.execPath, [path.join(root, 'bin/quoin.js'), 'start', ...rest], {
    cwd: project,
    stdio: 'inherit',
  });
  // A terminal sends Ctrl+C to both: the server says goodbye, this process waits for it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => server.kill('SIGTERM'));
  server.on('exit', (code) => process.exit(code ?? 1));
}
