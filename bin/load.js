// Loader of the built program's chunks, with the code that V8 compiled at build time (docs/decisions/0016). A chunk
// without compiled code, or with that of another V8, is compiled when it is loaded.
const { createHash } = require('node:crypto');
const { readFileSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const { Script } = require('node:vm');

/** @typedef {{ exports: object, readonly script: Script }} Chunk */

/** Loads what is no chunk. */
const outside = createRequire(__filename);

/** What is loaded, by path; each runs once in a thread. @type {Map<string, Chunk>} */
const chunks = new Map();

/**
 * What a chunk exports.
 * @param {string} file its absolute path
 * @returns {any}
 */
function load(file) {
  const chunk = chunks.get(file) ?? run(file);
  return chunk.exports;
}

/** @param {string} file @returns {Chunk} */
function run(file) {
  const chunk = { exports: {}, script: compile(file) };
  // Before it runs: chunks may need each other.
  chunks.set(file, chunk);
  /** @param {string} id */
  const inside = (id) =>
    id.startsWith('./') ? load(path.join(path.dirname(file), id)) : outside(id);
  /** @param {string} id */
  const late = (id) => import(id);
  chunk.script.runInThisContext()(chunk.exports, inside, late, file);
  return chunk;
}

/** @param {string} file */
function compile(file) {
  const code = readFileSync(file, 'utf8');
  const cachedData = readCompiled(file);
  return new Script(`(function (exports, require, __import, __filename) {${code}\n})`, {
    // V8 keeps the name with the code: it is the same wherever the program lies.
    filename: `quoin/${path.basename(file)}`,
    ...(cachedData && { cachedData }),
  });
}

/** Bytes of a seal. */
const SEAL = 20;

/** V8 looks at the first bytes of what it is handed only, and runs the rest whatever it is. @param {string} file */
function readCompiled(file) {
  try {
    const sealed = readFileSync(compiledOf(file));
    const compiled = sealed.subarray(SEAL);
    return seal(compiled).equals(sealed.subarray(0, SEAL)) ? compiled : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the code that V8 has made of a chunk by now. @param {string} file @param {Script} script */
function keepCompiled(file, script) {
  const compiled = script.createCachedData();
  writeFileSync(compiledOf(file), Buffer.concat([seal(compiled), compiled]));
}

/** Of these bytes, for this build of Node. @param {Buffer} compiled */
function seal(compiled) {
  return createHash('sha1').update(process.version).update(process.arch).update(compiled).digest();
}

/** @param {string} file */
function compiledOf(file) {
  return `${file}.v8`;
}

module.exports = { load, chunks, keepCompiled };
