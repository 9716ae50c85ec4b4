// Removes the processes and folders of a run when it exits or is interrupted.
import { rmSync } from 'node:fs';

/** @type {Set<() => void>} */
const callbacks = new Set();

process.once('exit', () => {
  for (const callback of [...callbacks].reverse()) {
    try {
      callback();
    } catch (error) {
      console.error(error);
    }
  }
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => process.exit(1));
}

/**
 * Registers a callback for the exit of the process. Callbacks run in reverse order.
 * @param {() => void} callback must be synchronous
 * @returns {() => void} unregisters the callback
 */
export function onExit(callback) {
  callbacks.add(callback);
  return () => void callbacks.delete(callback);
}

/**
 * Removes a folder. Retries, since a process that was just killed may still write to it.
 * @param {string} folder
 */
export function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
