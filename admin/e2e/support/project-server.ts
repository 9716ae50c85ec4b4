// The built server in the folder of a project.
import { spawn, type ChildProcess } from 'node:child_process';
import { quoinProgram } from '../../../test/support/program.ts';

/** A server that listens. */
export interface ProjectServer {
  /** Without a slash at the end. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Ports of servers that have ended. At the same address, a browser still has the compiled scripts of earlier pages. */
const ports: string[] = [];

/** Starts the server of a project at a port that was used before, if possible. */
export async function startProject(folder: string): Promise<ProjectServer> {
  const port = ports.pop();
  // Another program may have taken the port.
  const server =
    (port === undefined ? null : await listen(folder, port).catch(() => null)) ??
    (await listen(folder, '0'));
  return {
    address: `http://127.0.0.1:${server.port}`,
    async stop() {
      const ended = new Promise((resolve) => server.process.once('exit', resolve));
      server.process.kill('SIGTERM');
      await ended;
      ports.push(server.port);
    },
  };
}

/** Environment of programs, without that of the test run. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TMPDIR } = process.env;
  return { PATH, SystemRoot, TMPDIR, NO_COLOR: '1' };
}

interface ListeningServer {
  readonly process: ChildProcess;
  readonly port: string;
}

function listen(folder: string, wanted: string): Promise<ListeningServer> {
  const args = [quoinProgram, 'start', '--host', '127.0.0.1', '--port', wanted];
  const server = spawn(process.execPath, args, {
    cwd: folder,
    env: programEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const port = /serves .* at http:\/\/\S+:(\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve({ process: server, port });
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.once('exit', () => reject(new Error(`The server ended: ${output}`)));
  });
}
