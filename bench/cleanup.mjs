// Cleans up processes and folders if a run is interrupted.
import { rmSync } from 'node:fs';

/** @type {Set<() => void>} */
const left = new Set();

process.once('exit', () => {
  for (const clear of [...left].reverse()) {
    try {
      clear();
    } catch (error) {
      console.error(error);
    }
  }
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => process.exit(1));
}

/**
 * Does this when the run ends, however it ends. The last ones come first.
 * @param {() => void} clear at once, without waiting
 * @returns {() => void} takes it back
 */
export function onExit(clear) {
  left.add(clear);
  return () => void left.delete(clear);
}

/**
 * Removes a folder, in which a process that was just ended may still write.
 * @param {string} folder
 */
export function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
