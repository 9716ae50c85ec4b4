// Parses `code` of config/quoin: limits of a project's code.
import type { ConfigReader } from './config-reader.ts';

/** Limits of a project's code. */
export interface CodeConfig {
  /** How long a write waits for the lifecycle hooks of one row, in milliseconds. */
  readonly hookTimeout: number;
}

/** The longest delay of a timer, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** The `code` settings, with defaults. */
export function parseCode(reader: ConfigReader): CodeConfig {
  const path = 'code.hookTimeout';
  const timeout = reader.whole(path, 10_000, 1);
  const isAccepted = timeout <= LONGEST;
  return {
    hookTimeout: isAccepted ? timeout : reader.refuse(path, `at most ${LONGEST}`, 10_000),
  };
}
