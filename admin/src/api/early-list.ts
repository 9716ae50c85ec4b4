// Prefetches the list of the last visit as soon as the session is known, before its screen is loaded.
import { readPreference, writePreference } from '../base/device.ts';
import { isJsonObject } from '../base/json.ts';
import type { Client } from './client.ts';
import type { ApiResponse, Query } from './send.ts';

/** Storage key of the last list request. */
const KEPT = 'list';

/** List requests, the first of which may be in progress. */
export class EarlyList {
  readonly #client: Client;
  #early: { readonly key: string; readonly response: Promise<ApiResponse> } | null = null;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Repeats the list request of the last visit to this address. */
  start(): void {
    const kept = parse(readPreference(KEPT));
    if (kept === null || kept.at !== location.href) return;
    const { path, query } = kept;
    const response = this.#client.request('GET', path, { query });
    const early = { key: keyOf(path, query), response };
    this.#early = early;
    // The consumer of the promise handles the error; later requests are sent again.
    response.catch(() => {
      if (this.#early === early) this.#early = null;
    });
  }

  /** Sends a request unless it is in progress. */
  request(path: string, query: Query, signal?: AbortSignal): Promise<ApiResponse> {
    const early = this.#early;
    this.#early = null;
    writePreference(KEPT, JSON.stringify({ at: location.href, path, query }));
    return early?.key === keyOf(path, query)
      ? early.response
      : this.#client.request('GET', path, { query, ...(signal ? { signal } : {}) });
  }
}

function keyOf(path: string, query: Query): string {
  return JSON.stringify([path, query]);
}

function parse(
  text: string | null,
): { readonly at: unknown; readonly path: string; readonly query: Query } | null {
  try {
    const kept: unknown = JSON.parse(text ?? '');
    if (!isJsonObject(kept) || typeof kept['path'] !== 'string') return null;
    const { at, path, query } = kept;
    return isJsonObject(query ?? null) ? { at, path, query: query as Query } : null;
  } catch {
    return null;
  }
}
