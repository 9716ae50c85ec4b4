// Identifies a process even after its pid is reused, so that a file can name its owner.
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { hasCode } from './errors.ts';

/** A process of this or another machine. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Machine and namespace in which the number is valid. */
  readonly machine: string;
  /** When it started, in the notation of the system; empty if the system does not say. */
  readonly started: string;
}

/** Identity of this process. */
export function currentIdentity(): ProcessIdentity {
  return { pid: process.pid, machine: machine(), started: startOf(process.pid) };
}

/** Returns whether a process is running; null if it belongs to another machine or container. */
export function isRunning({ pid, machine: of, started }: ProcessIdentity): boolean | null {
  if (of !== machine()) return null;
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user exists as well.
    if (!hasCode(error, 'EPERM')) return false;
  }
  return startOf(pid) === started;
}

/** A restart of the system changes it, and so does another container. */
function machine(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain spaces; the start is field 22.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // A process that has ended, but whose parent has not noticed, does nothing any more.
    return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? '');
  } catch {
    return startByPs(pid);
  }
}

/** Systems without /proc. */
function startByPs(pid: number): string {
  if (process.platform === 'win32' || process.platform === 'linux') return '';
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
