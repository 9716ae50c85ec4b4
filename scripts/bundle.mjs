// Bundles `src` and its dependencies into about a hundred chunks (docs/decisions/0016). Run by `build` in setup.mjs,
// which passes the output folder.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './setup.mjs';

/** Entry points by the name of their file in `dist`. */
const ENTRIES = {
  'main.cjs': 'src/main.ts',
  'quoin.js': 'src/quoin.ts',
  'read-thread.cjs': 'src/app/background/read-thread.ts',
  'read-process.cjs': 'src/app/background/read-process.ts',
  'backup-thread.cjs': 'src/app/background/backup-thread.ts',
};

/** Packages that are not bundled, because they contain native code or read their own files. */
const EXTERNAL = ['better-sqlite3', 'better-sqlite3-node22', 'sharp', '@node-rs/bcrypt', 'jiti'];

/** Optional dependencies of pg and fastify that are never used. */
const UNUSED = [
  'pg-native',
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
];

/** The module of Fastify that creates servers, and how it loads HTTP/2. */
const FASTIFY_SERVER = /[\\/]fastify[\\/]lib[\\/]server\.js$/;
const HTTP2 = "const http2 = require('node:http2')";

const [, , dist = path.join(root, 'dist')] = process.argv;

const bundle = await rolldown({
  cwd: root,
  input: Object.values(ENTRIES),
  platform: 'node',
  external: [...EXTERNAL, ...UNUSED],
  transform: { target: 'node20.19' },
  // depd, a dependency of koa, wraps functions with `eval`.
  checks: { eval: false },
  // A `vm.Script` cannot use import(), so it gets a replacement as a parameter (bin/load.js).
  plugins: [
    {
      // Loading HTTP/2 adds 10 ms to every start, and Quoin's servers do not use it.
      name: 'without-http2',
      transform(code, id) {
        if (!FASTIFY_SERVER.test(id)) return null;
        if (!code.includes(HTTP2)) throw new Error(`${id} loads HTTP/2 in another way.`);
        return code.replace(HTTP2, 'const http2 = null');
      },
    },
    {
      name: 'external-import',
      renderChunk: (code) => code.replaceAll(/(?<![.\w$])import\(/g, '__import('),
    },
  ],
});
const { output } = await bundle.write({
  dir: path.join(dist, 'chunks'),
  format: 'cjs',
  // The sources are ES modules, which are always strict.
  strict: true,
  // Cached code is found by file name (bin/load.js), so each content has its own name.
  entryFileNames: '[name]-[hash].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  // Small modules that most chunks import; each would otherwise be a separate file to load at startup.
  codeSplitting: {
    groups: [
      { name: 'base', test: /[\\/]src[\\/]base[\\/]/ },
      { name: 'storage', test: /[\\/]src[\\/]storage[\\/](?:(?:commits|settings)[\\/])?[^\\/]+$/ },
      {
        name: 'permissions',
        test: /[\\/]src[\\/]auth[\\/](?:principal|permissions|roles[\\/]role(?:s|-writes)|admin[\\/](?:managed-types|permission-(?:actions|rows)|(?:complete|replace|default-role)-permissions))\.ts$/,
      },
    ],
  },
  comments: false,
});
await bundle.close();

const chunks = output.filter((each) => each.type === 'chunk');
for (const [file, source] of Object.entries(ENTRIES)) {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === path.join(root, source));
  if (!chunk) throw new Error(`No chunk for ${source}`);
  writeFileSync(path.join(dist, file), entry(file, chunk));
}
writeFileSync(
  path.join(dist, 'licences.txt'),
  licences(chunks.flatMap(({ moduleIds }) => moduleIds)),
);

/**
 * Source of a module that re-exports a chunk, so that importers share its instances with the program.
 * @param {string} file ends in `.cjs` for CommonJS
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
 * License texts of the packages that these modules belong to.
 * @param {readonly string[]} modules
 */
function licences(modules) {
  const folders = modules.flatMap((file) => {
    const [folder] = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file) ?? [];
    return folder ?? [];
  });
  return [...new Set(folders)].toSorted().map(licence).join('\n\n');
}

/** @param {string} folder folder of a package */
function licence(folder) {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file ? readFileSync(path.join(folder, file), 'utf8').trim() : '';
  return `${name} ${version}, ${license}\n\n${text}`.trim();
}
