// In charge of the command line: the entry of bin/quoin.js.
import { runProgram } from './cli/program.ts';

process.exitCode = await runProgram(process.argv);
// One of several processes would be kept alive by the channel to the one that started it.
if (process.exitCode !== 0 && process.connected) process.exit();
