// Sends requests: the only module that calls `fetch`.
import { ApiError, NetworkError } from './errors.ts';

/** Query parameters. Those without a value are omitted, lists are repeated. */
export type Query = Readonly<
  Record<string, string | number | readonly string[] | null | undefined>
>;

/** Options of a request. */
export interface RequestParts {
  readonly query?: Query;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string | null;
  readonly signal?: AbortSignal;
  /** If true, the request continues after the page is closed. */
  readonly keepalive?: boolean;
}

/** A successful response. */
export interface ApiResponse {
  /** Parsed JSON; undefined without a body. */
  readonly body: unknown;
  readonly headers: Headers;
}

/** @throws ApiError for an error response, NetworkError if the server cannot be reached */
export async function send(
  method: string,
  path: string,
  parts: RequestParts = {},
): Promise<ApiResponse> {
  const { body, headers, token, signal, keepalive } = parts;
  let response: Response;
  try {
    response = await fetch(`${path}${queryOf(parts.query)}`, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
      ...(keepalive ? { keepalive } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkError(error);
  }
  const parsed = await bodyOf(response);
  if (!response.ok) throw new ApiError(response, parsed);
  return { body: parsed, headers: response.headers };
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function queryOf(query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue;
    if (typeof value === 'object') for (const each of value) params.append(name, each);
    else params.append(name, String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
