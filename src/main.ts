// In charge of the command line: the entry of bin/quoin.js.
import { runProgram } from './cli/program.ts';

process.exitCode = await runProgram(process.argv);
