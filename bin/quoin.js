#!/usr/bin/env node
// In charge of starting the built program, or of saying how to build it. CommonJS, as package.json beside it says: the
// loader of ES modules would take a tenth of a start.
const { existsSync } = require('node:fs');
const path = require('node:path');

const entry = path.join(__dirname, '../dist/main.cjs');
if (existsSync(entry)) require(entry).main(process.argv);
else {
  console.error(
    'Quoin is not built yet. Run `npm install` and `npm run build` in its folder, then try again.',
  );
  process.exitCode = 1;
}
