// Sends JSON requests with a token to a running server.

/** What came back. */
export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Null where there was none. */
  readonly body: unknown;
}

/** How long an answer may take before the request is given up, in milliseconds. */
const PATIENCE = 30_000;

/** Sends JSON to one server. */
export class JsonClient {
  readonly #base: string;
  readonly #token: string | null;

  /** @param token Null: requests of everybody */
  constructor({ port }: { readonly port: number }, token: string | null) {
    this.#base = `http://127.0.0.1:${port}`;
    this.#token = token;
  }

  /** @throws where there is no answer at all */
  async send(method: string, target: string, body?: object): Promise<JsonAnswer> {
    const answer = await fetch(this.#base + target, {
      method,
      signal: AbortSignal.timeout(PATIENCE),
      headers: {
        ...(this.#token === null ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const { status, headers } = answer;
    return { status, headers, body: text === '' ? null : JSON.parse(text) };
  }
}
