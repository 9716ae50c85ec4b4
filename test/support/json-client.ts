// Sends JSON requests with a token to a running server.

/** A response. */
export interface JsonResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Null if there is no body. */
  readonly body: unknown;
}

/** Timeout of a request, in milliseconds. */
const TIMEOUT = 30_000;

/** JSON client for one server. */
export class JsonClient {
  readonly #base: string;
  readonly #token: string | null;

  /** @param token Null sends no credentials */
  constructor({ port }: { readonly port: number }, token: string | null) {
    this.#base = `http://127.0.0.1:${port}`;
    this.#token = token;
  }

  /** @throws if there is no response */
  async send(method: string, target: string, body?: object): Promise<JsonResponse> {
    const response = await fetch(this.#base + target, {
      method,
      signal: AbortSignal.timeout(TIMEOUT),
      headers: {
        ...(this.#token === null ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status, headers } = response;
    return { status, headers, body: text === '' ? null : JSON.parse(text) };
  }
}
