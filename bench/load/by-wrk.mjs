// Generates load with wrk, which uses less CPU time than any generator in Node.
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onExit, removeFolder } from '../cleanup.mjs';
import { cpuTime } from '../servers/processes.mjs';

/** @typedef {{ method: 'GET' | 'POST' | 'PUT', path: string, headers: Record<string, string>, body?: string | Buffer }} CompleteRequest */

/** Interval at which its CPU time is read, in milliseconds. */
const POLL_INTERVAL = 50;

/**
 * @param {{ port: number, requests: readonly CompleteRequest[], connections: number, seconds: number }} load
 * @returns {Promise<import('./round.mjs').Round>}
 */
export async function runWrk({ port, requests, connections, seconds }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-bench-wrk-'));
  const forget = onExit(() => removeFolder(folder));
  try {
    const script = path.join(folder, 'requests.lua');
    writeFileSync(script, scriptOf(requests));
    const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '60s'];
    return await run([...options, '-s', script, `http://127.0.0.1:${port}`]);
  } finally {
    removeFolder(folder);
    forget();
  }
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<import('./round.mjs').Round>}
 */
function run(args) {
  return new Promise((resolve, reject) => {
    const wrk = spawn('wrk', args);
    let [output, cpu] = ['', 0];
    for (const stream of [wrk.stdout, wrk.stderr]) stream.on('data', (chunk) => (output += chunk));
    const timer = setInterval(() => {
      cpu = Math.max(cpu, cpuTime(wrk.pid ?? 0));
    }, POLL_INTERVAL);
    wrk.once('error', reject);
    wrk.once('close', () => {
      clearInterval(timer);
      const result = /^result (.+)$/m.exec(output)?.[1]?.split(' ').map(Number);
      if (!result) return reject(new Error(`wrk failed:\n${output}`));
      const [responses = 0, micro = 0, p50 = 0, p99 = 0, failed = 0] = result;
      const times = { seconds: micro / 1e6, p50: p50 / 1000, p99: p99 / 1000 };
      resolve({ responses, ...times, failed, cpu });
    });
  });
}

/**
 * Lua script that sends the requests in turn.
 * @param {readonly CompleteRequest[]} requests
 */
function scriptOf(requests) {
  const formats = requests.map(({ method, path: target, headers, body }) => {
    const pairs = Object.entries(headers).map(([name, value]) => `[${lua(name)}]=${lua(value)}`);
    const content = body === undefined ? 'nil' : lua(String(body));
    return `  wrk.format(${lua(method)}, ${lua(target)}, {${pairs.join(', ')}}, ${content}),`;
  });
  return `local requests = {}
local turn = 0
function init()
  requests = {
${formats.join('\n')}
  }
end
function request()
  turn = turn % #requests + 1
  return requests[turn]
end
function done(summary, latency)
  local errors = summary.errors
  local failed = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format("result %d %d %d %d %d\\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), failed))
end
`;
}

/**
 * String literal of Lua; special bytes are escaped as decimal numbers.
 * @param {string} text
 */
function lua(text) {
  const bytes = [...Buffer.from(text)].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[\w /?&=.,:;[\]{}$*+%-]/.test(character)
      ? character
      : `\\${String(byte).padStart(3, '0')}`;
  });
  return `"${bytes.join('')}"`;
}
