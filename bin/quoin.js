#!/usr/bin/env node
// In charge of starting the built program, or of saying how to build it.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(fileURLToPath(main))) await import(main.href);
else {
  console.error(
    'Quoin is not built yet. Run `npm install` and `npm run build` in its folder, then try again.',
  );
  process.exitCode = 1;
}
