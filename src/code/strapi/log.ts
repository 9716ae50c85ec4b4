// `strapi.log`: writes messages of project code to the log, one line each.
import { textOf, type TextLog } from '../../base/logger.ts';

/** `strapi.log`. */
export interface CodeLog {
  error(...values: unknown[]): void;
  warn(...values: unknown[]): void;
  info(...values: unknown[]): void;
  http(...values: unknown[]): void;
  verbose(...values: unknown[]): void;
  debug(...values: unknown[]): void;
  silly(...values: unknown[]): void;
  /** Prints at a level by name. */
  log(level: string, ...values: unknown[]): void;
  /** As in winston; the fields of the child are not printed. */
  child(fields?: unknown): CodeLog;
  /** The least severe level that is printed. */
  readonly level: string;
}

const LEVELS = ['error', 'warn', 'info', 'http', 'verbose', 'debug', 'silly'] as const;

type Level = (typeof LEVELS)[number];

/** @param least The least severe level that is printed; `http` is Strapi's default */
export function createCodeLog(log: Pick<TextLog, 'write'>, least: string): CodeLog {
  const known = LEVELS.findIndex((level) => level === least);
  const most = known < 0 ? LEVELS.indexOf('http') : known;
  const write = (level: Level) => {
    if (LEVELS.indexOf(level) > most) return () => undefined;
    return (...values: unknown[]): void => log.write(level, values.map(textOf).join(' '));
  };
  const codeLog: CodeLog = {
    error: write('error'),
    warn: write('warn'),
    info: write('info'),
    http: write('http'),
    verbose: write('verbose'),
    debug: write('debug'),
    silly: write('silly'),
    log(level, ...values) {
      write(LEVELS.find((each) => each === level) ?? 'info')(...values);
    },
    child: () => codeLog,
    level: LEVELS[most] ?? 'http',
  };
  return codeLog;
}
