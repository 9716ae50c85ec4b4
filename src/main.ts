// In charge of the command line: what bin/quoin.js runs.
import { runProgram } from './cli/program.ts';

/** Runs the program with the arguments of a process, whose exit code it sets. */
export async function main(argv: readonly string[]): Promise<void> {
  process.exitCode = await runProgram(argv);
  // One of several processes would be kept alive by the channel to the one that started it.
  if (process.exitCode !== 0 && process.connected) process.exit();
}
