// The list of the last visit is asked for again as soon as there is a session, before its screen is there.
import { readPreference, writePreference } from '../base/device.ts';
import { isJsonObject } from '../base/json.ts';
import type { Client } from './client.ts';
import type { ApiResponse, Query } from './send.ts';

/** Where the request of the last list is kept. */
const KEPT = 'list';

/** Requests for lists, the first of which may be under way. */
export class EarlyList {
  readonly #client: Client;
  #early: { readonly key: string; readonly response: Promise<ApiResponse> } | null = null;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Asks for what the page at this address asked for at the last visit. */
  start(): void {
    const kept = parse(readPreference(KEPT));
    if (kept === null || kept.at !== location.href) return;
    const { path, query } = kept;
    const response = this.#client.request('GET', path, { query });
    const early = { key: keyOf(path, query), response };
    this.#early = early;
    // Who waits for it learns of a failure; others ask again.
    response.catch(() => {
      if (this.#early === early) this.#early = null;
    });
  }

  /** Sends a request, unless it is under way. */
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
