// `npm test`: installs and builds what is missing, then runs all tests, or those named as arguments.
import path from 'node:path';
import { root, run, log, setUpTests } from './setup.mjs';

setUpTests();
log('Testing.');
run(process.execPath, [
  path.join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  ...process.argv.slice(2),
]);
