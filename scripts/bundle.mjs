// Bundles `src` and the packages that it needs into some hundred files of the folder given (docs/decisions/0016). Run by
// `build` in setup.mjs.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './setup.mjs';

/** What is begun with, by the name of its file in `dist`. */
const ENTRIES = {
  'main.cjs': 'src/main.ts',
  'quoin.js': 'src/quoin.ts',
  'read-thread.cjs': 'src/app/read-thread.ts',
  'read-process.cjs': 'src/app/read-process.ts',
  'backup-thread.cjs': 'src/app/backup-thread.ts',
};

/** Packages that stay where they are: they have machine code, or look for files of their own. */
const OUTSIDE = ['better-sqlite3', 'better-sqlite3-node22', 'sharp', '@node-rs/bcrypt', 'jiti'];

/** What pg would take, were it installed, and what fastify takes for schemas and tests of its own. */
const UNUSED = [
  'pg-native',
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
];

const [, , dist = path.join(root, 'dist')] = process.argv;

const bundle = await rolldown({
  cwd: root,
  input: Object.values(ENTRIES),
  platform: 'node',
  external: [...OUTSIDE, ...UNUSED],
  transform: { target: 'node20.19' },
  // depd, a dependency of koa, wraps functions with `eval`.
  checks: { eval: false },
  // A script has no import() for modules outside of it, so it gets one as a parameter.
  plugins: [
    {
      name: 'outside',
      renderChunk: (code) => code.replaceAll(/(?<![.\w$])import\(/g, '__import('),
    },
  ],
});
const { output } = await bundle.write({
  dir: path.join(dist, 'chunks'),
  format: 'cjs',
  // As the sources are.
  strict: true,
  // What V8 made of a file is found by its name (bin/load.js): other content, another name.
  entryFileNames: '[name]-[hash].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  // Small modules that almost everything needs: alone, each would be a file to look up at a start.
  codeSplitting: {
    groups: [
      { name: 'base', test: /[\\/]src[\\/]base[\\/]/ },
      { name: 'storage', test: /[\\/]src[\\/]storage[\\/][^\\/]+$/ },
      {
        name: 'permissions',
        test: /[\\/]src[\\/]auth[\\/](?:entry-rows|token-actions|roles[\\/]role(?:s|-writes)|admin[\\/](?:managed-types|permission-(?:actions|rows)|(?:complete|replace|default-role)-permissions))\.ts$/,
      },
    ],
  },
  comments: false,
});
await bundle.close();

const chunks = output.filter((each) => each.type === 'chunk');
for (const [file, source] of Object.entries(ENTRIES)) {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === path.join(root, source));
  if (!chunk) throw new Error(`${source} is no chunk`);
  writeFileSync(path.join(dist, file), entry(file, chunk));
}
writeFileSync(
  path.join(dist, 'licences.txt'),
  licences(chunks.flatMap(({ moduleIds }) => moduleIds)),
);

/**
 * A module that exports what a chunk does, so that whoever imports it gets what the program itself has.
 * @param {string} file Whose name says of which kind it is
 * @param {import('rolldown').OutputChunk} chunk
 */
function entry(file, { fileName, exports }) {
  /** @param {string} folder */
  const load = (folder) => `require('../bin/load.js').load(join(${folder}, 'chunks/${fileName}'))`;
  if (file.endsWith('.cjs')) {
    return `const { join } = require('node:path');
module.exports = ${load('__dirname')};
`;
  }
  return `import { createRequire } from 'node:module';
import { join } from 'node:path';
const require = createRequire(import.meta.url);
export const { ${exports.join(', ')} } = ${load('import.meta.dirname')};
`;
}

/**
 * The words under which the packages of these modules may be passed on.
 * @param {readonly string[]} modules
 */
function licences(modules) {
  const inside = modules.flatMap((file) => {
    const [folder] = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file) ?? [];
    return folder ?? [];
  });
  return [...new Set(inside)].toSorted().map(licence).join('\n\n');
}

/** @param {string} folder of a package */
function licence(folder) {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const words = file ? readFileSync(path.join(folder, file), 'utf8').trim() : '';
  return `${name} ${version}, ${license}\n\n${words}`.trim();
}
