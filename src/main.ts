// Entry point of the command line, called by bin/quoin.js.
import { runProgram } from './cli/program.ts';

/** Runs the program with the arguments of a process and sets its exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  const code = await runProgram(argv);
  // A script may have set its own exit code.
  process.exitCode = code === 0 ? (process.exitCode ?? 0) : code;
  // The IPC channel would keep a worker alive.
  if (code !== 0 && process.connected) process.exit();
}
