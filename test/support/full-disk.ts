// Servers on a disk that can be full: a small separate file system, or a limit on the size of files.
import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startProgram, quoinProgram, type RunningServer } from './program.ts';

/** A server whose disk can be filled. */
export interface FillableServer {
  readonly server: RunningServer;
  /** Fills the disk. */
  fill(): void;
  /** Frees the space. */
  free(): void;
}

/** A way to fill a disk. */
export type Limit = 'file system' | 'file size';

const SIZE = 16 * 1024 * 1024;

/** A tmpfs in a new mount namespace, where mounts need no privileges. */
const IN_NAMESPACE = `
  mount -t tmpfs -o size=${SIZE} none "$1" && cp -r "$2/." "$1" && cd "$1" && shift 2 && exec "$@"
`;

/** Starts `quoin start` on a project. @param mount An empty folder */
export async function startFillable(
  project: string,
  mount: string,
  limit: Limit,
): Promise<FillableServer> {
  const quoin = [process.execPath, quoinProgram, 'start', '--host', '127.0.0.1', '--port', '0'];
  if (limit === 'file size' || !canMount()) {
    const server = await startProgram(project, quoin);
    return {
      server,
      fill: () => limitFiles(server, `${sizeOf(path.join(project, '.tmp/data.db'))}`),
      free: () => limitFiles(server, 'unlimited'),
    };
  }
  const inNamespace = ['unshare', '-rm', 'sh', '-c', IN_NAMESPACE, 'sh', mount, project, ...quoin];
  const server = await startProgram(project, inNamespace);
  const ballast = path.join(`/proc/${server.pid}/root`, mount, 'ballast');
  return { server, fill: () => fillWith(ballast), free: () => rmSync(ballast) };
}

/** Whether namespaces are allowed, unlike in some containers. */
function canMount(): boolean {
  return spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;
}

/** The soft limit on the size of files, which a process may raise again. */
function limitFiles({ pid }: RunningServer, size: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${size}:`]);
}

function sizeOf(file: string): number {
  return Math.max(4096, Math.floor(statSync(file).size / 100));
}

function fillWith(ballast: string): void {
  try {
    for (;;) writeFileSync(ballast, Buffer.alloc(64 * 1024), { flag: 'a' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
  try {
    for (;;) writeFileSync(ballast, Buffer.alloc(512), { flag: 'a' });
  } catch {
    // Not a single block is left.
  }
}
