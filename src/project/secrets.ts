// Generates missing secrets of a project at the first start and stores them in `.env`, so that tokens and sessions
// survive a restart and Strapi finds the same secrets.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename } from 'node:path';
import { toText, valueAt } from '../schema/raw.ts';
import type { ConfigFiles, ConfigName } from './config-files.ts';
import type { EnvFile, Environment } from './env.ts';
import { ProjectError, reasonOf } from './project-error.ts';

interface Secret {
  readonly name: string;
  /** Configuration file that may contain the value instead. */
  readonly section: ConfigName;
  readonly path: string;
  /** True if Strapi runs without it as well. */
  readonly isOptional?: boolean;
}

const SECRETS: readonly Secret[] = [
  { name: 'APP_KEYS', section: 'server', path: 'app.keys' },
  { name: 'API_TOKEN_SALT', section: 'admin', path: 'apiToken.salt' },
  { name: 'ADMIN_JWT_SECRET', section: 'admin', path: 'auth.secret' },
  { name: 'TRANSFER_TOKEN_SALT', section: 'admin', path: 'transfer.token.salt', isOptional: true },
  { name: 'ENCRYPTION_KEY', section: 'admin', path: 'secrets.encryptionKey', isOptional: true },
  {
    name: 'JWT_SECRET',
    section: 'plugins',
    path: 'users-permissions.config.jwtSecret',
  },
];

const OPTIONAL: ReadonlySet<string> = new Set(
  SECRETS.filter(({ isOptional }) => isOptional).map(({ name }) => name),
);

export interface GeneratedSecret {
  readonly name: string;
  readonly value: string;
}

/**
 * Generates the secrets that neither the configuration nor the environment contains, and adds them to the
 * environment.
 * @param kept Content of `.env`, which an empty variable of the process may hide
 */
export function generateSecrets(
  { sections }: ConfigFiles,
  environment: Environment,
  stored: EnvFile,
): readonly GeneratedSecret[] {
  return SECRETS.flatMap(({ name, section, path }) => {
    const configured = valueAt(sections[section].value, path);
    const isConfigured = Array.isArray(configured) ? configured.some(Boolean) : toText(configured);
    const set = environment[name] || stored[name];
    const made = isConfigured || set ? undefined : createSecret(name);
    const value = set || made;
    if (value) environment[name] = value;
    return made ? [{ name, value: made }] : [];
  });
}

function createSecret(name: string): string {
  // Koa accepts several keys for rotation; Strapi's generator creates four.
  const count = name === 'APP_KEYS' ? 4 : 1;
  return Array.from({ length: count }, () => randomBytes(24).toString('base64url')).join(',');
}

/**
 * Adds secrets to a `.env` file, which is created with owner-only permissions if it does not exist. Existing content
 * is unchanged.
 * @returns a warning if it cannot be written and all of them are optional; otherwise null
 * @throws ProjectError if it cannot be written
 */
export function saveSecrets(file: string, made: readonly GeneratedSecret[]): string | null {
  if (made.length === 0) return null;
  try {
    const existing = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
    const gap = existing.length === 0 || existing.at(-1) === 0x0a ? '' : '\n';
    const lines = made.map(({ name, value }) => `${name}=${value}\n`).join('');
    replaceFile(file, Buffer.concat([existing, Buffer.from(gap + lines)]));
    return null;
  } catch (cause) {
    const names = made.map(({ name }) => name);
    const remedy =
      'Make it writable for one start, or set these variables to long random strings yourself: ' +
      `${names.join(', ')}.`;
    const problem = `cannot be written (${reasonOf(cause)})`;
    if (names.every((name) => OPTIONAL.has(name))) {
      return `${basename(file)} ${problem}, so these secrets change with each start. ${remedy}`;
    }
    const message = `This file ${problem}. ${remedy}`;
    throw new ProjectError([{ file: basename(file), path: '', message }], { cause });
  }
}

/** Writes a temporary file and renames it: after a crash there is either the old or the new file. */
function replaceFile(path: string, content: Buffer): void {
  const exists = existsSync(path);
  const target = exists ? realpathSync(path) : path;
  // A random name and an exclusive open: no link is followed, and no other process has the file open.
  const temporary = `${target}.${randomBytes(8).toString('hex')}.tmp`;
  try {
    writeFileSync(temporary, content, { flag: 'wx', mode: 0o600, flush: true });
    if (exists) chmodSync(temporary, statSync(target).mode & 0o777);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
