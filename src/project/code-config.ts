// Parses `code` of config/quoin: whether a project's code runs, and its limits.
import type { ConfigReader } from './config-reader.ts';

/** How a project's code runs. */
export interface CodeConfig {
  /** True: it runs. */
  readonly run: boolean;
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
    run: reader.flag('code.run', false),
    hookTimeout: isAccepted ? timeout : reader.refuse(path, `at most ${LONGEST}`, 10_000),
  };
}
