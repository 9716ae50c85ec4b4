// CPU time and memory of processes with their children, from Linux's /proc; unknown on other systems.
import { existsSync, readFileSync } from 'node:fs';

/** How many ticks a second has in /proc. */
const TICKS = 100;

const MEGABYTE = 1024;

/** Whether this machine reports CPU times. */
const isAvailable = existsSync('/proc/self/stat');

/**
 * The time of a processor that a process took so far, including its children and those that have exited.
 * @param {number} pid
 * @returns {number} seconds; NaN where nothing is known
 */
export function processorTime(pid) {
  if (!isAvailable) return NaN;
  const fields = statistics(pid);
  // utime, stime, and both again of children that ended.
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
  return children(pid).reduce((sum, child) => sum + processorTime(child), own);
}

/**
 * Resident memory of a process and its children.
 * @param {number} pid
 * @returns {number} megabytes; NaN where nothing is known
 */
export function memory(pid) {
  if (!isAvailable) return NaN;
  const [, kilobytes = 0] = /VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`)) ?? [];
  const own = Number(kilobytes) / MEGABYTE;
  return children(pid).reduce((sum, child) => sum + memory(child), own);
}

/**
 * What stands after the name of the program, which may hold anything.
 * @param {number} pid
 */
function statistics(pid) {
  const line = read(`/proc/${pid}/stat`);
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
}

/** @param {number} pid */
function children(pid) {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

/**
 * Nothing, where the process ended meanwhile.
 * @param {string} file
 */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
