// Runs the built program in its own process.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { atEnd } from './shared.ts';

/** Path of the launcher. */
export const quoinProgram: string = path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  '../../bin/quoin.js',
);

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `quoin` with arguments in a folder until it ends. */
export function runQuoin(folder: string, ...args: readonly string[]): Promise<Outcome> {
  return outcomeOf(spawnQuoin(folder, args));
}

/** Like `run`, but as a user without write access to the folder. */
export function runQuoinUnprivileged(folder: string, ...args: readonly string[]): Promise<Outcome> {
  return outcomeOf(spawnQuoin(folder, args, process.getuid?.() === 0 ? { uid: 65_534 } : {}));
}

/** Runs a script with Node in a folder until it ends. */
export function runNode(folder: string, ...args: readonly string[]): Promise<Outcome> {
  return outcomeOf(spawnNode(folder, args));
}

/** A server in a separate process. */
export interface RunningServer {
  readonly port: number;
  readonly pid: number;
  /** Output so far. */
  output(): Outcome;
  /** Sends a signal. */
  signal(name: NodeJS.Signals): void;
  /** Waits until the process exits. */
  ended(): Promise<Outcome>;
}

/** Runs `quoin start` in a folder on a free port and waits until it listens. Stopped at the end of the test. */
export function startQuoin(
  folder: string,
  command: 'start' | 'dev' = 'start',
  ...options: readonly string[]
): Promise<RunningServer> {
  const args = [command, '--host', '127.0.0.1', '--port', '0', ...options];
  return startProgram(folder, [process.execPath, quoinProgram, ...args]);
}

/** Runs a command that starts a server and waits until it listens. Stopped at the end of the test. */
export async function startProgram(
  folder: string,
  [program = '', ...args]: readonly string[],
): Promise<RunningServer> {
  const child = spawnIn(folder, { program, args });
  const ended = outcomeOf(child);
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const listening = new Promise<number>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const port = /serves .* at http:\/\/\S+:(\d+)/.exec(stdout)?.[1];
      if (port !== undefined && stdout.includes('Ctrl+C')) resolve(Number(port));
    });
  });
  const failed = ended.then((outcome): never => {
    throw new Error(
      `${[program, ...args].join(' ')} exited with ${outcome.code}: ${outcome.stderr}`,
    );
  });
  const port = await Promise.race([listening, failed]);
  return {
    port,
    pid: child.pid ?? 0,
    output: () => ({ code: child.exitCode, stdout, stderr }),
    signal: (name) => void child.kill(name),
    ended: () => ended,
  };
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

interface User {
  readonly uid?: number;
}

interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

function spawnQuoin(folder: string, args: readonly string[], user?: User): Child {
  return spawnNode(folder, [quoinProgram, ...args], user);
}

function spawnNode(folder: string, args: readonly string[], user?: User): Child {
  return spawnIn(folder, { program: process.execPath, args }, user);
}

function spawnIn(folder: string, { program, args }: Command, user: User = {}): Child {
  const { PATH, SystemRoot, TMPDIR } = process.env;
  const env = { PATH, SystemRoot, TMPDIR, NO_COLOR: '1' };
  return spawn(program, args, {
    cwd: folder,
    env,
    ...user,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function outcomeOf(child: Child): Promise<Outcome> {
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}
