// `strapi.log`: prints messages of project code, one line each.
import { inspect } from 'node:util';

/** `strapi.log`. */
export interface CodeLog {
  error(...what: unknown[]): void;
  warn(...what: unknown[]): void;
  info(...what: unknown[]): void;
  http(...what: unknown[]): void;
  verbose(...what: unknown[]): void;
  debug(...what: unknown[]): void;
  silly(...what: unknown[]): void;
}

const LEVELS = ['error', 'warn', 'info', 'http', 'verbose', 'debug', 'silly'] as const;

type Level = (typeof LEVELS)[number];

/** @param least The least severe level that is printed; `http` is Strapi's default */
export function createLog(least: string): CodeLog {
  const known = LEVELS.findIndex((level) => level === least);
  const most = known < 0 ? LEVELS.indexOf('http') : known;
  const write = (level: Level) => {
    if (LEVELS.indexOf(level) > most) return () => undefined;
    const { stderr, stdout } = process;
    const stream = level === 'error' || level === 'warn' ? stderr : stdout;
    return (...what: unknown[]): void => void stream.write(`${lineOf(level, what)}\n`);
  };
  return {
    error: write('error'),
    warn: write('warn'),
    info: write('info'),
    http: write('http'),
    verbose: write('verbose'),
    debug: write('debug'),
    silly: write('silly'),
  };
}

function lineOf(level: Level, what: readonly unknown[]): string {
  const texts = what.map((each) => (typeof each === 'string' ? each : textOf(each)));
  return `[${new Date().toISOString()}] ${level}: ${texts.join(' ')}`;
}

function textOf(value: unknown): string {
  if (value instanceof Error) return value.stack ?? `${value.name}: ${value.message}`;
  return inspect(value, { depth: 5 });
}
