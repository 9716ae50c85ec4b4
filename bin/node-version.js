// Node version check: runs before anything else, so this file uses only syntax that Node 6 can parse.
const { engines } = require('../package.json');

/**
 * Explains why a version of Node is too old, or returns undefined if it is not.
 * @param {string} version such as `20.19.0`
 * @returns {string | undefined}
 */
function describeOldNode(version) {
  const needed = engines.node.replace('>=', '');
  if (!isBefore(version.split('.'), needed.split('.'))) return undefined;
  return `Quoin needs Node ${needed} or newer, and this is Node ${version}. Install a current version from https://nodejs.org, then try again.`;
}

/** @param {readonly string[]} version @param {readonly string[]} needed */
function isBefore(version, needed) {
  const index = needed.findIndex((part, i) => Number(part) !== Number(version[i]));
  return index !== -1 && Number(version[index]) < Number(needed[index]);
}

const problem = describeOldNode(process.versions.node);
if (problem) {
  console.error(problem);
  process.exit(1);
}

module.exports = { describeOldNode };
