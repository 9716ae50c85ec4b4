// Parses `code` of config/quoin: whether the code of a project runs, and its limits.
import { valueAt } from '../schema/raw.ts';
import type { ConfigReader } from './config-reader.ts';

/** How the code of a project runs. */
export interface CodeConfig {
  /** False if it does not run. */
  readonly enabled: boolean;
  /** How long a write waits for the lifecycle hooks of one row, in milliseconds. */
  readonly hookTimeout: number;
  /** How long a transaction of code may be open, in milliseconds. */
  readonly transactionTimeout: number;
  /** With `--workers`, how long code may block a worker before it is replaced, in milliseconds. */
  readonly blockTimeout: number;
}

/** The longest delay of a timer, in milliseconds. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/** The `code` settings, with defaults. `code: false` switches code off, as does `code.run: false`, an older form. */
export function parseCode(reader: ConfigReader): CodeConfig {
  const enabled = typeof reader.value('code') === 'boolean' ? reader.flag('code', true) : true;
  if (typeof reader.value('code') !== 'boolean') reader.record('code');
  const duration = (name: string, usual: number): number => {
    const path = `code.${name}`;
    const configured = reader.whole(path, usual, 1);
    return configured <= MAX_TIMEOUT
      ? configured
      : reader.reportInvalid(path, `at most ${MAX_TIMEOUT}`, usual);
  };
  return {
    enabled: enabled && reader.flag('code.run', true),
    hookTimeout: duration('hookTimeout', 10_000),
    transactionTimeout: duration('transactionTimeout', 60_000),
    blockTimeout: duration('blockTimeout', 60_000),
  };
}

/** Warnings about settings of config/quoin that have no effect any more. @param quoin The value of the file */
export function retiredSettingWarnings(quoin: unknown): readonly string[] {
  return [
    ...(valueAt(quoin, 'release') === undefined
      ? []
      : ['config/quoin: "release" has no effect. Project code runs: remove the setting.']),
    ...(valueAt(quoin, 'code.run') === undefined
      ? []
      : [
          'config/quoin: "code.run" is not needed. Project code runs: remove it, or set "code" to false to switch code off.',
        ]),
  ];
}
