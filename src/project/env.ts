// `.env`, and the `env` function for configuration files. As with dotenv, variables of the process take precedence.
import { resolve } from 'node:path';
import { readText, type ProjectFolder } from './folder.ts';

/** Variables by name: `process.env` or a copy. */
export type Environment = Record<string, string | undefined>;

/** `env('NAME', fallback)` and its typed forms, as in Strapi's configuration files. */
export interface Env {
  (name: string, fallback?: unknown): unknown;
  int(name: string, fallback?: unknown): unknown;
  float(name: string, fallback?: unknown): unknown;
  bool(name: string, fallback?: unknown): unknown;
  json(name: string, fallback?: unknown): unknown;
  array(name: string, fallback?: unknown): unknown;
  date(name: string, fallback?: unknown): unknown;
  oneOf(name: string, expected?: readonly unknown[], fallback?: unknown): unknown;
}

/** Path of the project's `.env`, or of the file in the variable `ENV_PATH`, relative to the folder. */
export function envFile(folder: ProjectFolder, environment: Environment): string {
  return resolve(folder.root, environment['ENV_PATH'] || '.env');
}

/** Variables in a `.env` file; empty if it does not exist. */
export type EnvFile = Readonly<Record<string, string>>;

/** Adds missing variables of the file to `environment`, and sets the default of `NODE_ENV`. */
export async function fillEnvironment(file: string, environment: Environment): Promise<EnvFile> {
  const variables = await readEnvFile(file);
  for (const [name, value] of Object.entries(variables)) {
    if (!Object.hasOwn(environment, name)) environment[name] = value;
  }
  environment['NODE_ENV'] ||= 'development';
  return variables;
}

async function readEnvFile(file: string): Promise<EnvFile> {
  const text = readText(file);
  return text === undefined ? {} : (await import('dotenv')).parse(text);
}

/** Creates the `env` function of an environment. A variable with an empty value counts as set. */
export function createEnv(environment: Environment): Env {
  const read =
    <T>(convert: (text: string, name: string) => T) =>
    (name: string, fallback?: unknown): unknown => {
      const text = Object.hasOwn(environment, name) ? environment[name] : undefined;
      return text === undefined ? fallback : convert(text, name);
    };
  const plain = read((text) => text);
  return Object.assign(plain, {
    int: read((text) => Number.parseInt(text, 10)),
    float: read((text) => Number.parseFloat(text)),
    bool: read((text) => text === 'true'),
    json: read(parseJson),
    array: read(parseList),
    date: read((text) => new Date(text)),
    oneOf(name: string, expected?: readonly unknown[], fallback?: unknown): unknown {
      if (!expected) throw new Error(`env.oneOf('${name}') needs a list of allowed values`);
      if (fallback && !expected.includes(fallback)) {
        throw new Error(`env.oneOf('${name}') has a default that is not among its values`);
      }
      const value = plain(name, fallback);
      return expected.includes(value) ? value : fallback;
    },
  });
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`the variable ${name} is not valid JSON`, { cause });
  }
}

function parseList(text: string): readonly string[] {
  const inner = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  return inner.split(',').map((item) => item.replaceAll(/^ +| +$/g, '').replaceAll(/^"+|"+$/g, ''));
}
