// Setup of a fresh clone: installs packages and builds the program, which every other script requires. Plain Node, no
// dependencies. Run directly, it reinstalls the packages from the lock file without building.
import '../bin/node-version.js';
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyDeclarations } from './declarations.mjs';
import { driverPackage, isNode20 } from './driver.mjs';

/** Root folder of the repository. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const dist = path.join(root, 'dist');

/** File with the Node version of the build; an interrupted build has none. */
const STAMP = '.built';

/** Installs and builds if needed, and prints each step. */
export function setUp() {
  if (!isInstalled()) install();
  if (!isBuilt()) build();
}

/** Setup for tests and benchmarks, which use the faster SQLite driver: on Node 20 it must be compiled. */
export function setUpTests() {
  setUp();
  if (isNode20 && !isDriverCompiled()) compileDriver();
}

/** Installs the exact versions of the lock file. */
export function install() {
  log('Installing packages: at most 200 MB to download, about half a minute on a fast connection.');
  const progress = spawn(process.execPath, [path.join(root, 'scripts/install-progress.mjs')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // With any npm, only the packages in `allowScripts` run their install scripts. The hidden warnings are about Node 20.
  npm('ci', '--ignore-scripts', '--prefer-offline', '--no-progress', '--loglevel=error');
  npm('rebuild', ...withScripts(), '--ignore-scripts=false', '--loglevel=error');
  progress.kill();
}

/** Installed packages whose install scripts must run. */
function withScripts() {
  const { allowScripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return Object.keys(allowScripts).filter((name) =>
    existsSync(path.join(root, 'node_modules', name)),
  );
}

/** Builds `dist` from scratch, in a separate folder that replaces the previous build only on success. */
export function build() {
  log('Building (about fifteen seconds).');
  const next = path.join(root, 'dist.new');
  rmSync(next, { recursive: true, force: true });
  buildDeclarations(next);
  run(process.execPath, [path.join(root, 'scripts/bundle.mjs'), next]);
  buildPanel(next);
  precompile(next);
  writeFileSync(path.join(next, STAMP), process.version);
  replaceBuild(next);
}

/** @param {string} next */
function buildDeclarations(next) {
  const all = path.join(next, 'declarations');
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  run(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', all]);
  copyDeclarations(path.join(all, 'quoin.d.ts'), next);
  rmSync(all, { recursive: true });
}

/** The admin interface. @param {string} next */
function buildPanel(next) {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const options = ['--outDir', path.join(next, 'panel'), '--logLevel', 'warn'];
  run(process.execPath, [vite, 'build', path.join(root, 'admin'), ...options], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

/** @param {string} next */
function replaceBuild(next) {
  const previous = path.join(root, 'dist.old');
  rmSync(previous, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, previous);
  renameSync(next, dist);
  rmSync(previous, { recursive: true, force: true });
}

/** Fills the V8 code cache. A failure, such as a missing port to listen on, does not fail the build. @param {string} next */
function precompile(next) {
  const script = path.join(root, 'scripts/precompile.mjs');
  const { status } = spawnSync(process.execPath, [script, next], {
    cwd: root,
    stdio: 'inherit',
    env: plainEnvironment(),
  });
  if (status !== 0) log('The V8 code cache could not be created: starts take longer.');
}

/** Environment without variables that configure a project's database or Node's compiler options. */
function plainEnvironment() {
  const names = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP'];
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

/**
 * Runs a program, by default in the root folder, and exits with its status if it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean }} [options]
 */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** @param {string} line */
export function log(line) {
  console.log(`› ${line}`);
}

/** Whether all packages of the lock file are installed in their version, except optional ones. */
function isInstalled() {
  const installed = readPackages('node_modules/.package-lock.json');
  return Object.entries(readPackages('package-lock.json')).every(
    ([folder, locked]) =>
      folder === '' || locked.optional || installed[folder]?.version === locked.version,
  );
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function readPackages(lockFile) {
  const file = path.join(root, lockFile);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

function isDriverCompiled() {
  try {
    const Database = createRequire(path.join(root, 'package.json'))(driverPackage);
    new Database(':memory:').close();
    return true;
  } catch {
    return false;
  }
}

function compileDriver() {
  log('Compiling SQLite for the tests on Node 20: one to two minutes without output, once.');
  npm('rebuild', driverPackage, '--ignore-scripts=false', '--loglevel=error');
}

/** Whether the build was made by this version of Node and is newer than all its inputs. */
function isBuilt() {
  const stamp = path.join(dist, STAMP);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== process.version) return false;
  const built = statSync(stamp).mtimeMs;
  return [
    ...sourcesIn('src'),
    ...sourcesIn('admin/src'),
    ...sourcesIn('admin/build'),
    'admin/index.html',
    'admin/package.json',
    'admin/vite.config.ts',
    'bin/load.js',
    'package-lock.json',
    'scripts/bundle.mjs',
    'scripts/declarations.mjs',
    'scripts/precompile.mjs',
    'tsconfig.json',
    'tsconfig.build.json',
  ].every((file) => statSync(path.join(root, file)).mtimeMs <= built);
}

/** @param {string} folder */
function sourcesIn(folder) {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
  return [folder, ...files.map((file) => path.join(folder, file))];
}

/**
 * Runs the npm that started this script, or else the one on the path.
 * @param {...string} args
 */
export function npm(...args) {
  const options = { env: { ...process.env, ...headers() } };
  const cli = process.env['npm_execpath'];
  if (cli?.endsWith('npm-cli.js')) run(process.execPath, [cli, ...args], options);
  else run('npm', args, { ...options, shell: process.platform === 'win32' });
}

/**
 * Setting of npm that points compilers to the headers of the running Node, if it ships them, so that they need not be
 * downloaded. npm 11 renamed the setting and warns about the old name.
 */
function headers() {
  const prefix = path.resolve(process.execPath, '../..');
  if (!existsSync(path.join(prefix, 'include/node/node.h'))) return {};
  return {
    [npmMajor() < 11 ? 'npm_config_nodedir' : 'npm_package_config_node_gyp_nodedir']: prefix,
  };
}

function npmMajor() {
  const agent = /npm\/(\d+)/.exec(process.env['npm_config_user_agent'] ?? '')?.[1];
  if (agent) return Number(agent);
  const shell = process.platform === 'win32';
  return Number.parseInt(spawnSync('npm', ['--version'], { encoding: 'utf8', shell }).stdout, 10);
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) install();
