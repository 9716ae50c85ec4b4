// CPU time and memory of processes with their children, read from /proc on Linux; NaN on other systems.
import { existsSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc. */
const TICKS_PER_SECOND = 100;

/** In kilobytes, the unit of /proc. */
const MEGABYTE = 1024;

/** Whether this machine reports CPU times. */
const isAvailable = existsSync('/proc/self/stat');

/**
 * CPU time of a process so far, including its children and those that have exited.
 * @param {number} pid
 * @returns {number} seconds, or NaN if unknown
 */
export function cpuTime(pid) {
  if (!isAvailable) return NaN;
  const fields = statFields(pid);
  // utime and stime, then both for children that have exited.
  const own =
    fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  return children(pid).reduce((sum, child) => sum + cpuTime(child), own);
}

/**
 * Resident memory of a process and its children.
 * @param {number} pid
 * @returns {number} megabytes, or NaN if unknown
 */
export function memory(pid) {
  if (!isAvailable) return NaN;
  const [, kilobytes = 0] = /VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`)) ?? [];
  const own = Number(kilobytes) / MEGABYTE;
  return children(pid).reduce((sum, child) => sum + memory(child), own);
}

/**
 * Fields of /proc/<pid>/stat after the program name, which may contain any character.
 * @param {number} pid
 */
function statFields(pid) {
  const line = read(`/proc/${pid}/stat`);
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
}

/** @param {number} pid */
function children(pid) {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

/**
 * Reads a file; returns an empty string if the process has exited.
 * @param {string} file
 */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
