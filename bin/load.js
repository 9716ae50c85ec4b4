// Loads the chunks of the built program with the V8 code cache from build time (docs/decisions/0016). A chunk without
// cached code, or with cached code of another V8, is compiled when it is loaded.
const { createHash } = require('node:crypto');
const { readFileSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const { Script } = require('node:vm');

/** @typedef {{ exports: object, readonly script: Script }} Chunk */

/** Loads modules outside the bundle. */
const requireExternal = createRequire(__filename);

/** Loaded chunks by path. A chunk runs once per thread. @type {Map<string, Chunk>} */
const chunks = new Map();

/**
 * Loads a chunk, unless it is loaded, and returns its exports.
 * @param {string} file absolute path
 * @returns {any}
 */
function load(file) {
  const chunk = chunks.get(file) ?? run(file);
  return chunk.exports;
}

/** Compiles and runs a chunk. @param {string} file @returns {Chunk} */
function run(file) {
  const chunk = { exports: {}, script: compile(file) };
  // Before it runs: chunks may import each other.
  chunks.set(file, chunk);
  /** @param {string} id */
  const requireModule = (id) =>
    id.startsWith('./') ? load(path.join(path.dirname(file), id)) : requireExternal(id);
  /** @param {string} id */
  const importModule = (id) => import(id);
  chunk.script.runInThisContext()(chunk.exports, requireModule, importModule, file);
  return chunk;
}

/** Compiles a chunk, from its cached code if there is any. @param {string} file */
function compile(file) {
  const code = readFileSync(file, 'utf8');
  const cachedData = readCachedCode(file);
  return new Script(`(function (exports, require, __import, __filename) {${code}\n})`, {
    // V8 stores the name in the cached code, so it must not depend on the installation folder.
    filename: `quoin/${path.basename(file)}`,
    ...(cachedData && { cachedData }),
  });
}

/** Bytes of a SHA-1 checksum. */
const CHECKSUM_LENGTH = 20;

/**
 * Reads the cached code of a chunk. V8 validates only the header, so a checksum guards against a corrupt file.
 * @param {string} file
 * @returns {Buffer | undefined} undefined if it is missing, corrupt or of another Node
 */
function readCachedCode(file) {
  try {
    const bytes = readFileSync(cachePath(file));
    const code = bytes.subarray(CHECKSUM_LENGTH);
    return checksum(code).equals(bytes.subarray(0, CHECKSUM_LENGTH)) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the code that V8 has compiled for a chunk so far. @param {string} file @param {Script} script */
function writeCachedCode(file, script) {
  const code = script.createCachedData();
  writeFileSync(cachePath(file), Buffer.concat([checksum(code), code]));
}

/** Checksum of cached code, valid for this version of Node only. @param {Buffer} code */
function checksum(code) {
  return createHash('sha1').update(process.version).update(process.arch).update(code).digest();
}

/** @param {string} file */
function cachePath(file) {
  return `${file}.v8`;
}

module.exports = { load, chunks, writeCachedCode };
