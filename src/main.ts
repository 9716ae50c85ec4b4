// Entry point of the command line, called by bin/quoin.js.
import { runProgram } from './cli/program.ts';

/** Runs the program with the arguments of a process and sets its exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  process.exitCode = await runProgram(argv);
  // The IPC channel would keep a worker alive.
  if (process.exitCode !== 0 && process.connected) process.exit();
}
