// Sends a request to the server: the only place that fetches.
import { ApiError, NetworkError } from './errors.ts';

/** Query parameters; those without a value are left out, and lists are repeated. */
export type Query = Readonly<
  Record<string, string | number | readonly string[] | null | undefined>
>;

/** Parts of a request. */
export interface RequestParts {
  readonly query?: Query;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string | null;
  readonly signal?: AbortSignal;
  /** If true, the request outlives the page. */
  readonly keepalive?: boolean;
}

/** A successful response. */
export interface ApiResponse {
  /** Parsed JSON; undefined without a body. */
  readonly body: unknown;
  readonly headers: Headers;
}

/** @throws ApiError if the server refuses, NetworkError if it cannot be reached */
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
