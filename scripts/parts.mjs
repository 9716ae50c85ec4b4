// Parts of a verification: runs them quietly, and sums up what failed. Plain Node, no dependencies.
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './setup.mjs';

/**
 * @typedef {{ name: string, message: string }} Failure
 * @typedef {{ passed: number, failures: Failure[] }} Report
 * @typedef {{ name: string, command: string[] }} Part
 * @typedef {Report & { name: string, seconds: number }} Result
 */

/** Every minute a part says how far it is, in milliseconds. */
const PROGRESS = 60_000;

/** How many lines are shown of a message, or of the end of the output of a part that does not say what failed. */
const LINES = 30;

/** How many characters are shown of a line. */
const WIDTH = 300;

/** How many failures are shown with their messages; all of them are named. */
const SHOWN = 20;

/**
 * Runs the parts of a verification one after another, quietly, and ends with what failed. A part is a script for Node with
 * its arguments; it says what failed in a report, the file that `TEST_REPORT` names.
 * @param {Part[]} parts The others cannot run without the first
 */
export async function runParts(parts) {
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-parts-'));
  /** @type {Result[]} */
  const results = [];
  for (const part of parts) {
    const result = await runPart(part, folder);
    console.log(lineOf(result));
    results.push(result);
    if (part === parts[0] && result.failures.length > 0) break;
  }
  rmSync(folder, { recursive: true, force: true });
  summarize(results);
}

/**
 * @param {Part} part
 * @param {string} folder
 * @returns {Promise<Result>}
 */
async function runPart({ name, command }, folder) {
  const report = path.join(folder, `${name}.json`);
  const output = path.join(folder, `${name}.log`);
  const begin = performance.now();
  const elapsed = () => Math.round((performance.now() - begin) / 1000);
  const timer = setInterval(() => {
    const { passed, failures } = readReport(report);
    console.log(`  ${name}: ${passed} passed, ${failures.length} failed after ${elapsed()} s`);
  }, PROGRESS);
  const code = await runQuietly(command, { report, output });
  clearInterval(timer);
  const { passed, failures } = readReport(report);
  // A part without a report is one thing that passed or failed.
  const counted = code === 0 && passed === 0 ? 1 : passed;
  if (typeof code === 'string' || (code !== 0 && failures.length === 0)) {
    const said = endOf(readFileSync(output, 'utf8'));
    failures.push({ name: `ended with ${code}`, message: said });
  }
  return { name, seconds: elapsed(), passed: counted, failures };
}

/**
 * Runs a script to its end and gives its exit code, or the signal that ended it.
 * @param {string[]} command
 * @param {{ report: string, output: string }} files
 * @returns {Promise<number | string>}
 */
function runQuietly(command, { report, output }) {
  const file = openSync(output, 'w');
  const child = spawn(process.execPath, command, {
    cwd: root,
    stdio: ['ignore', file, file],
    env: { ...process.env, NO_COLOR: '1', TEST_REPORT: report },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      closeSync(file);
      resolve(code ?? signal ?? 1);
    });
  });
}

/**
 * What a part has reported up to now.
 * @param {string} file
 * @returns {Report}
 */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failures: [] };
  }
}

/** @param {Result} result */
function lineOf({ name, seconds, passed, failures }) {
  const mark = failures.length === 0 ? '✓' : '✗';
  const counts = `${passed} passed, ${failures.length} failed`;
  return `${mark} ${name.padEnd(12)} ${String(seconds).padStart(5)} s   ${counts}`;
}

/** @param {readonly Result[]} results */
function summarize(results) {
  const failed = results.flatMap(({ name, failures }) =>
    failures.map((failure) => ({ ...failure, name: `${name}: ${failure.name}` })),
  );
  for (const { name, message } of failed.slice(0, SHOWN)) {
    console.log(`\n✗ ${name}`);
    console.log(beginningOf(message).replaceAll(/^/gm, '    '));
  }
  console.log('\nSummary');
  for (const result of results) console.log(lineOf(result));
  for (const { name } of failed) console.log(`  failed: ${name}`);
  const passed = results.reduce((sum, each) => sum + each.passed, 0);
  console.log(`${passed} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

/**
 * The beginning of a text: what tests compare may be long.
 * @param {string} text
 */
function beginningOf(text) {
  const lines = text.trim().split('\n');
  const shown = lines.slice(0, LINES).map((line) => cut(line, WIDTH));
  return (lines.length > LINES ? [...shown, '…'] : shown).join('\n');
}

/**
 * @param {string} line
 * @param {number} width
 */
function cut(line, width) {
  return line.length > width ? `${line.slice(0, width)}…` : line;
}

/** @param {string} text */
function endOf(text) {
  return text.trim().split('\n').slice(-LINES).join('\n');
}
