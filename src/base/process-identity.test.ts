import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isRunning, currentIdentity } from './process-identity.ts';

test('a process is running until it ends', async () => {
  const own = currentIdentity();
  expect(isRunning(own)).toBe(true);
  const child = spawn(process.execPath, ['--eval', '']);
  await once(child, 'exit');
  expect(isRunning({ ...own, pid: child.pid ?? 0 })).toBe(false);
});

test('a later process with the same id is not the same process', () => {
  expect(isRunning({ ...currentIdentity(), started: '1' })).toBe(false);
});

test('the state of a process on another machine is unknown', () => {
  expect(isRunning({ ...currentIdentity(), machine: 'other' })).toBeNull();
});
