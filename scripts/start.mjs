// `npm start`: installs and builds what is missing, then serves the blog in `examples/blog`, or the project in the
// given folder: `npm start -- ../my-project`.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fillOnce } from './fill-once.mjs';
import { root, log, setUp } from './setup.mjs';

const blog = path.join(root, 'examples/blog');
const [folder, ...rest] = process.argv.slice(2);
// npm runs this in the repository's folder; a relative path counts from where the user typed it.
const project = folder ? path.resolve(process.env['INIT_CWD'] ?? '.', folder) : blog;

setUp();
if (project === blog) fillOnce(blog);
serve();

function serve() {
  log(`Starting Quoin in ${path.relative(process.cwd(), project) || '.'}.`);
  const server = spawn(process.execPath, [path.join(root, 'bin/quoin.js'), 'start', ...rest], {
    cwd: project,
    stdio: 'inherit',
  });
  // A terminal sends Ctrl+C to both processes: this one waits until the server has shut down.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => server.kill('SIGTERM'));
  server.on('exit', (code) => process.exit(code ?? 1));
}
