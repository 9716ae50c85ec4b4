// Runs the parts of a CI run, hides their output, and summarizes the failures. Plain Node, no dependencies.
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

/** Interval of progress reports, in milliseconds. */
const PROGRESS_INTERVAL = 60_000;

/** Maximum number of lines of a message, or of the output of a part without a report. */
const MAX_LINES = 30;

/** Maximum number of characters of a line. */
const MAX_WIDTH = 300;

/** Maximum number of failures with a message; the names of all failures are listed. */
const MAX_MESSAGES = 20;

/**
 * Runs parts one after another and prints a summary. A part is a Node script with its arguments; it writes its failures
 * to a report, the file that `TEST_REPORT` names.
 * @param {Part[]} parts if the first one fails, the others are skipped
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
  }, PROGRESS_INTERVAL);
  const code = await runQuietly(command, { report, output });
  clearInterval(timer);
  const { passed, failures } = readReport(report);
  // A part without a report counts as one test.
  const counted = code === 0 && passed === 0 ? 1 : passed;
  if (typeof code === 'string' || (code !== 0 && failures.length === 0)) {
    const message = endOf(readFileSync(output, 'utf8'));
    failures.push({ name: `exited with ${code}`, message });
  }
  return { name, seconds: elapsed(), passed: counted, failures };
}

/**
 * Runs a script with its output in a file. Resolves to the exit code, or to the signal that ended the process.
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
 * Reads what a part has reported so far.
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
  for (const { name, message } of failed.slice(0, MAX_MESSAGES)) {
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
 * The beginning of a message, since compared values may be long.
 * @param {string} text
 */
function beginningOf(text) {
  const lines = text.trim().split('\n');
  const shown = lines.slice(0, MAX_LINES).map((line) => truncate(line, MAX_WIDTH));
  return (lines.length > MAX_LINES ? [...shown, '…'] : shown).join('\n');
}

/**
 * @param {string} line
 * @param {number} width
 */
function truncate(line, width) {
  return line.length > width ? `${line.slice(0, width)}…` : line;
}

/** @param {string} text */
function endOf(text) {
  return text.trim().split('\n').slice(-MAX_LINES).join('\n');
}
