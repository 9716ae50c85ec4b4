// Runs a function if the process is interrupted or terminated.
import { rmSync } from 'node:fs';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Calls `stop` at the first signal, which then does not end the process. @returns a function that cancels this */
export function onInterrupt(stop: () => void): () => void {
  const ignore = (): void => {
    for (const signal of SIGNALS) process.off(signal, handle);
  };
  const handle = (): void => {
    ignore();
    stop();
  };
  for (const signal of SIGNALS) process.on(signal, handle);
  return ignore;
}

/** Removes a file or folder at a signal and ends the process. @returns a function that cancels this */
export function removeOnInterrupt(path: string): () => void {
  return onInterrupt(() => {
    rmSync(path, { recursive: true, force: true });
    process.exit(130);
  });
}
