// `npm test`: installs and builds what is missing, then runs all tests, or those named as arguments.
import path from 'node:path';
import { root, run, say, setUpTests } from './setup.mjs';

setUpTests();
say('Testing.');
run(process.execPath, [
  path.join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  ...process.argv.slice(2),
]);
