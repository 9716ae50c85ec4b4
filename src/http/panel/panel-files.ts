// Files of the built admin interface: the shell with its own nonce, and files whose names change with their content.
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RouteResponse } from '../response/response.ts';
import { panelPolicy } from './panel-policy.ts';

/** In the shell, the server replaces it. */
const NONCE = /%NONCE%/g;

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Encodings that the build stored next to a file, the smallest first. */
const ENCODINGS = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const;

/** Names contain a hash of the content. */
const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };

const SAFE = { 'x-content-type-options': 'nosniff' };

/** Where the files are, and what the project allows. */
interface PanelFilesOptions {
  /** Absolute path; it may not exist. */
  readonly folder: string;
  /** Returns the `Content-Security-Policy` of the project, which names the hosts of uploads. */
  readonly projectPolicy: () => string;
}

/** The admin interface in a folder. */
export class PanelFiles {
  readonly #folder: string;
  readonly #projectPolicy: () => string;
  /** Paths below the folder; files are only added by a build. */
  #names: ReadonlySet<string> | undefined;
  #shell: string | undefined;

  constructor({ folder, projectPolicy }: PanelFilesOptions) {
    this.#folder = folder;
    this.#projectPolicy = projectPolicy;
  }

  /** Returns the page of every screen; null if the interface is not built. */
  shell(): RouteResponse | null {
    const file = path.join(this.#folder, 'index.html');
    if (this.#shell === undefined && !existsSync(file)) return null;
    this.#shell ??= readFileSync(file, 'utf8');
    const nonce = randomBytes(18).toString('base64');
    return {
      status: 200,
      headers: {
        ...SAFE,
        'cache-control': 'no-store',
        'content-security-policy': panelPolicy({ nonce, projectPolicy: this.#projectPolicy() }),
        'referrer-policy': 'same-origin',
        'x-frame-options': 'DENY',
      },
      body: this.#shell.replaceAll(NONCE, nonce),
      type: 'text/html; charset=utf-8',
    };
  }

  /** Returns a file in an encoding that the client accepts; null if there is none. @param accepted `Accept-Encoding` */
  async file(name: string, accepted: string): Promise<RouteResponse | null> {
    this.#names ??= listFiles(this.#folder);
    const type = TYPES[path.extname(name)];
    if (type === undefined || !this.#names.has(name)) return null;
    const encoding = ENCODINGS.find(
      (each) => accepts(accepted, each.name) && this.#names?.has(`${name}${each.extension}`),
    );
    return {
      status: 200,
      headers: {
        ...IMMUTABLE,
        ...SAFE,
        vary: 'Accept-Encoding',
        ...(encoding ? { 'content-encoding': encoding.name } : {}),
      },
      body: await readFile(path.join(this.#folder, `${name}${encoding?.extension ?? ''}`)),
      type,
    };
  }
}

/** Returns true if `Accept-Encoding` names an encoding (RFC 9110 section 12.5.3). */
export function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

function listFiles(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Set(names.map((name) => name.split(path.sep).join('/')));
}
