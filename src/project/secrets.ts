// In charge of the secrets that a project needs and does not have yet: they are made on the first start and
// kept in its `.env`, so that tokens and sessions outlive a restart and Strapi finds them there too.
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
  /** Where a project's configuration may give the value itself. */
  readonly section: ConfigName;
  readonly path: string;
}

const SECRETS: readonly Secret[] = [
  { name: 'APP_KEYS', section: 'server', path: 'app.keys' },
  { name: 'API_TOKEN_SALT', section: 'admin', path: 'apiToken.salt' },
  { name: 'ADMIN_JWT_SECRET', section: 'admin', path: 'auth.secret' },
  { name: 'TRANSFER_TOKEN_SALT', section: 'admin', path: 'transfer.token.salt' },
  { name: 'ENCRYPTION_KEY', section: 'admin', path: 'secrets.encryptionKey' },
  {
    name: 'JWT_SECRET',
    section: 'plugins',
    path: 'users-permissions.config.jwtSecret',
  },
];

/** A secret that was made for this project. */
export interface MadeSecret {
  readonly name: string;
  readonly value: string;
}

/**
 * Makes the secrets that neither the configuration nor the environment gives, and adds them to the environment.
 * @param kept What `.env` holds: an empty variable of the process may hide it.
 */
export function makeSecrets(
  { sections }: ConfigFiles,
  environment: Environment,
  kept: EnvFile,
): readonly MadeSecret[] {
  return SECRETS.flatMap(({ name, section, path }) => {
    const configured = valueAt(sections[section].value, path);
    const given = Array.isArray(configured) ? configured.some(Boolean) : toText(configured);
    const set = environment[name] || kept[name];
    const made = given || set ? undefined : createSecret(name);
    const value = set || made;
    if (value) environment[name] = value;
    return made ? [{ name, value: made }] : [];
  });
}

function createSecret(name: string): string {
  // Koa takes several keys to allow for rotation; Strapi's own generator makes four.
  const count = name === 'APP_KEYS' ? 4 : 1;
  return Array.from({ length: count }, () => randomBytes(24).toString('base64url')).join(',');
}

/**
 * Adds secrets to a `.env` file, which is made when it is not there, readable by its owner alone. What stands in
 * it stays byte for byte.
 * @throws ProjectError when it cannot be written.
 */
export function saveSecrets(file: string, made: readonly MadeSecret[]): void {
  if (made.length === 0) return;
  try {
    const existing = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
    const gap = existing.length === 0 || existing.at(-1) === 0x0a ? '' : '\n';
    const lines = made.map(({ name, value }) => `${name}=${value}\n`).join('');
    replaceFile(file, Buffer.concat([existing, Buffer.from(gap + lines)]));
  } catch (cause) {
    const names = made.map(({ name }) => name).join(', ');
    const message =
      `This file cannot be written (${reasonOf(cause)}). Make it writable for one start, ` +
      `or set these variables to long random strings yourself: ${names}.`;
    throw new ProjectError([{ file: basename(file), path: '', message }], { cause });
  }
}

/** Writes beside the file and renames: a crash leaves the old file or the new one. */
function replaceFile(path: string, content: Buffer): void {
  const exists = existsSync(path);
  const target = exists ? realpathSync(path) : path;
  // A name that nobody can know, and a file that was not there: no link is followed, nobody else has it open.
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
