// Fetches files by URL (docs/strapi/media.md, "Uploads from URLs"). A host name is resolved once, its addresses are checked
// and then used for the connection, which prevents DNS rebinding; redirects are checked in the same way.
import { open } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { AppError, isOutOfSpace } from '../base/errors.ts';
import { stringOf } from '../base/json.ts';
import {
  isPrivate,
  systemResolve,
  type HostAddress,
  type Resolve,
} from '../base/public-address.ts';
import { parseUrl } from '../base/urls.ts';
import { remoteName } from './remote-name.ts';
import { inUnits } from './prepared-file.ts';
import type { ReceivedFile } from './received-file.ts';

interface RemoteFileOptions {
  /** Maximum size of a file in bytes. */
  readonly sizeLimit: number;
  /** Host names that may resolve to a private network. */
  readonly privateHosts: readonly string[];
  /** Default: the resolver of the system. */
  readonly resolve?: Resolve;
  /** Timeout of a transfer in milliseconds. Default: 60 seconds */
  readonly timeout?: number;
}

/** Progress of a transfer. */
export interface FetchProgress {
  readonly loadedBytes: number;
  /** Null if the server does not send it. */
  readonly totalBytes: number | null;
}

/** The destination of a transfer. */
export interface FetchTarget {
  /** Absolute path of the new file. */
  readonly path: string;
  /** Ends the transfer. */
  readonly signal: AbortSignal;
  /** Called before the first byte and for each chunk; the transfer waits for it. */
  readonly onProgress: (progress: FetchProgress) => Promise<void>;
}

interface RemoteUrl {
  readonly url: URL;
  /** Text of the URL from the client or from a redirect. */
  readonly text: string;
}

const UNRESOLVED: HostAddress = { address: '', family: 0 };
const TIMEOUT = 60_000;
const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Fetches files from other hosts. */
export class RemoteFiles {
  readonly #sizeLimit: number;
  readonly #privateHosts: ReadonlySet<string>;
  readonly #resolve: Resolve;
  readonly #timeout: number;

  constructor({ sizeLimit, privateHosts, resolve, timeout }: RemoteFileOptions) {
    this.#sizeLimit = sizeLimit;
    this.#privateHosts = new Set(privateHosts.map((host) => host.toLowerCase()));
    this.#resolve = resolve ?? systemResolve;
    this.#timeout = timeout ?? TIMEOUT;
  }

  /**
   * Writes the file of a URL. @param sent URL from the client
   * @throws ApplicationError if it cannot be fetched, and errors of the disk
   */
  async fetch(sent: unknown, target: FetchTarget): Promise<ReceivedFile> {
    const timeout = AbortSignal.timeout(this.#timeout);
    try {
      const signal = AbortSignal.any([target.signal, timeout]);
      return await this.#fetch(parseRemoteUrl(sent), { ...target, signal });
    } catch (error) {
      if (error instanceof AppError || isOutOfSpace(error)) throw error;
      if (timeout.aborted)
        throw rejected(`Request timed out while fetching URL: ${stringOf(sent)}`);
      throw rejected('fetch failed');
    }
  }

  async #fetch(sent: RemoteUrl, { path, signal, onProgress }: FetchTarget): Promise<ReceivedFile> {
    const { response, url } = await this.#open({ ...sent, redirects: 0 }, signal);
    try {
      const { statusCode = 0, statusMessage = '', headers } = response;
      if (statusCode < 200 || statusCode > 299) {
        throw rejected(`Failed to fetch URL: ${sent.text} (${statusCode} ${statusMessage})`);
      }
      const encoding = headers['content-encoding'] ?? 'identity';
      if (encoding !== 'identity') {
        const reason = `the response is encoded as ${encoding}`;
        throw rejected(`Failed to fetch URL: ${sent.text} (${reason})`);
      }
      const totalBytes = lengthOf(headers['content-length']);
      if ((totalBytes ?? 0) > this.#sizeLimit) throw this.#tooLarge();
      await onProgress({ loadedBytes: 0, totalBytes });
      const size = await this.#write(response, path, (loadedBytes) =>
        onProgress({ loadedBytes, totalBytes }),
      );
      const [type = ''] = (headers['content-type'] ?? '').split(';');
      const name = remoteName(url, headers['content-disposition'] ?? '');
      return { path, name, type: type.trim() || 'application/octet-stream', size };
    } finally {
      response.destroy();
    }
  }

  /** @returns the size */
  async #write(
    response: IncomingMessage,
    path: string,
    onLoaded: (bytes: number) => Promise<void>,
  ): Promise<number> {
    await using handle = await open(path, 'wx');
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > this.#sizeLimit) throw this.#tooLarge();
      await handle.writeFile(chunk);
      await onLoaded(size);
    }
    return size;
  }

  /** Follows redirects to the response with the file. */
  async #open(
    { redirects, ...target }: RemoteUrl & { readonly redirects: number },
    signal: AbortSignal,
  ): Promise<{ readonly response: IncomingMessage; readonly url: URL }> {
    const { url } = target;
    const response = await request(url, await this.#addressesOf(target), signal);
    const { location } = response.headers;
    if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined)
      return { response, url };
    response.destroy();
    if (redirects >= MAX_REDIRECTS) throw rejected('fetch failed');
    return this.#open({ ...parseRemoteUrl(location, url), redirects: redirects + 1 }, signal);
  }

  /** Resolves the addresses of a host. @throws ApplicationError if one of them is blocked */
  async #addressesOf({ url, text }: RemoteUrl): Promise<readonly HostAddress[]> {
    const { hostname } = url;
    const found = await this.#resolve(hostname).catch(() => []);
    if (found.length === 0) throw rejected(`Could not resolve hostname: ${hostname}`);
    const isAllowed = this.#privateHosts.has(hostname);
    if (!isAllowed && found.some(({ address }) => isPrivate(address))) {
      throw rejected(`URL resolves to a blocked address: ${text}`);
    }
    return found;
  }

  #tooLarge(): AppError {
    return rejected(`File too large: maximum allowed size is ${inUnits(this.#sizeLimit)}`);
  }
}

/** @throws ApplicationError */
function parseRemoteUrl(sent: unknown, base?: URL): RemoteUrl {
  const text = stringOf(sent);
  const url = parseUrl(text, base);
  if (url === null) throw rejected(`Invalid URL: ${text}`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw rejected(`Invalid URL protocol. Only http and https are allowed: ${text}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw rejected(`Request cannot be constructed from a URL that includes credentials: ${text}`);
  }
  return { url, text };
}

/** Connects to one of the addresses, without resolving the host name again. */
function request(
  url: URL,
  addresses: readonly HostAddress[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const [{ address, family } = UNRESOLVED] = addresses;
  const lookup: LookupFunction = (_hostname, { all = false }, callback) => {
    if (all) callback(null, [...addresses]);
    else callback(null, address, family);
  };
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Quoin' };
  const client = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const sent = client.get(url, { agent: false, headers, lookup, signal });
    sent.once('response', resolve);
    sent.once('error', reject);
  });
}

function lengthOf(header: string | undefined): number | null {
  const length = Number.parseInt(header ?? '', 10);
  return Number.isFinite(length) ? length : null;
}

function rejected(message: string): AppError {
  return new AppError('ApplicationError', message);
}
