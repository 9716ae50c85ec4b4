// In charge of `npm run bench`: seeds, starts the built server, loads it with reads, and prints what it gives beside a
// bare node:http server that sends the same headers and bytes; then loads it with writes and publications, and with what
// people with accounts do.
//   --quick       rounds of one second instead of four
//   --size 1000   that many articles only
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root, setUp } from '../scripts/setup.mjs';
import { makeAccountRounds } from './accounts.mjs';
import { load, loadWrites } from './load.mjs';
import { makeRequests } from './requests.mjs';
import { seed } from './seed.mjs';
import { freePort, Server } from './server.mjs';
import { makeWrites } from './writes.mjs';

/** @typedef {import('./load.mjs').Round} Round */

const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, size: { type: 'string' } },
});
const seconds = values.quick ? 1 : 4;
const sizes = values.size ? [Number(values.size)] : [1000, 10_000];
const launcher = path.join(root, 'bin/quoin.js');
const columns = ['req/s', 'p50', 'p99', 'MB'];

setUp();
console.log(`Node ${process.versions.node} on ${os.cpus().length} x ${os.cpus()[0]?.model.trim()}`);
console.log(`10 connections, ${seconds} s a round; times in ms`);
for (const size of sizes) await measure(size);

/** @param {number} size number of articles */
async function measure(size) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quoin-bench-'));
  /** @type {Server[]} */
  const servers = [];
  const start = (/** @type {Server} */ server) =>
    (servers.push(server), server);
  try {
    const port = await freePort();
    const project = await prepare(folder, port, size);
    const quoin = start(new Server([launcher, 'start'], { port, ...project }));
    const started = await quoin.ready('/_health');
    console.log(`  server started in ${started.toFixed(0)} ms and takes ${quoin.memory()} MB\n`);

    const requests = await makeRequests(quoin, project.headers);
    const recording = path.join(folder, 'answers.json');
    writeFileSync(recording, JSON.stringify(requests.flatMap(({ answers }) => answers)));
    const barePort = await freePort();
    const bareArgs = [path.join(root, 'bench/bare.mjs'), recording, String(barePort)];
    const bare = start(new Server(bareArgs, { port: barePort }));
    await bare.ready(requests[0]?.paths[0] ?? '/');

    print('', '', 'Quoin', '', '', '', 'bare', '', '', '', '');
    print('', 'kB', ...columns, ...columns, 'of bare');
    for (const { name, paths, bytes } of requests) {
      const round = { paths, headers: project.headers };
      const ours = await loadWarm({ ...round, port });
      const theirs = await loadWarm({ ...round, port: barePort });
      const share = `${((ours.rate / theirs.rate) * 100).toFixed(0)} %`;
      const kilobytes = (bytes / 1024).toFixed(1);
      print(name, kilobytes, ...cells(ours, quoin), ...cells(theirs, bare), share);
    }
    await measureWrites(quoin, project.headers);
  } finally {
    for (const server of servers) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Server} quoin
 * @param {Record<string, string>} headers
 */
async function measureWrites(quoin, headers) {
  const rounds = [
    ...(await makeWrites(quoin, headers)),
    ...(await makeAccountRounds(quoin, headers)),
  ];
  print('');
  for (const round of rounds) {
    const options = { ...round, headers, port: quoin.port };
    await loadWrites({ ...options, seconds: 1 });
    const measured = await loadWrites({ ...options, seconds: Math.max(seconds, round.least ?? 0) });
    print(round.name, '', ...cells(measured, quoin));
  }
}

/**
 * Makes a project with a token and content in a folder.
 * @param {string} folder
 * @param {number} port
 * @param {number} size
 */
async function prepare(folder, port, size) {
  const cwd = path.join(folder, 'project');
  cpSync(path.join(root, 'bench/project'), cwd, { recursive: true });
  const database = path.join(folder, 'data.db');
  const env = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_FILENAME: database,
  };
  const token = makeToken(cwd, env);
  const begin = performance.now();
  seed(database, size);
  const taken = ((performance.now() - begin) / 1000).toFixed(1);
  const megabytes = (statSync(database).size / 2 ** 20).toFixed(0);
  console.log(`\n${size.toLocaleString('en')} articles, ${megabytes} MB, seeded in ${taken} s`);
  return { cwd, env, headers: { authorization: `Bearer ${token}` } };
}

/**
 * Lays out an empty database on the way. The token stands on the last line of what is said.
 * @param {string} cwd
 * @param {Record<string, string>} env
 */
function makeToken(cwd, env) {
  const args = [launcher, 'token', 'create', '--name', 'bench', '--type', 'full-access'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`no token was made:\n${stdout}${stderr}`);
  return stdout.trim().split('\n').at(-1)?.trim() ?? '';
}

/** @param {Omit<Parameters<typeof load>[0], 'seconds'>} round */
async function loadWarm(round) {
  await load({ ...round, seconds: 1 });
  return load({ ...round, seconds });
}

/**
 * @param {Round} round
 * @param {Server} server
 */
function cells({ rate, p50, p99, failed }, server) {
  if (failed > 0) throw new Error(`${failed} requests failed`);
  return [rate.toFixed(0), p50.toFixed(2), p99.toFixed(2), String(server.memory())];
}

/** @param {...string} row name, kB, four columns of ours, four of the bare server's, share */
function print(...row) {
  const widths = [22, 7, 9, 8, 8, 5, 9, 8, 8, 5, 9];
  const line = row.map((cell, index) => {
    const width = widths[index] ?? 8;
    return index === 0 ? cell.padEnd(width) : cell.padStart(width);
  });
  console.log(`  ${line.slice(0, 6).join('')} |${line.slice(6).join('')}`.trimEnd());
}
