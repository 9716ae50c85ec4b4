// Runs a function if the process is interrupted or terminated.
import { rmSync } from 'node:fs';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Calls `stop` at the first signal of each kind, which then does not end the process. @returns a function that cancels this */
export function onInterrupt(stop: () => void): () => void {
  for (const signal of SIGNALS) process.once(signal, stop);
  return () => {
    for (const signal of SIGNALS) process.off(signal, stop);
  };
}

/** Removes a file or folder at a signal and ends the process. @returns a function that cancels this */
export function removeOnInterrupt(path: string): () => void {
  return onInterrupt(() => {
    rmSync(path, { recursive: true, force: true });
    process.exit(130);
  });
}
