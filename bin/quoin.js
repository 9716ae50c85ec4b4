#!/usr/bin/env node
// Starts the built program, or explains how to build it. CommonJS (see package.json in this folder), because the loader
// of ES modules would take a tenth of the startup time.
require('./node-version.js');
const { existsSync } = require('node:fs');
const path = require('node:path');

const entry = path.join(__dirname, '../dist/main.cjs');
if (existsSync(entry)) require(entry).main(process.argv);
else {
  console.error(
    'Quoin is not built. Run `npm install` and `npm run build` in its folder, then try again.',
  );
  process.exitCode = 1;
}
