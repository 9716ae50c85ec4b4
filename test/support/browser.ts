// Minimal browser: cookies by host and path, redirects, and forms.

/** A loaded page. */
export interface Page {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface StoredCookie {
  readonly host: string;
  readonly path: string;
  readonly name: string;
  readonly value: string;
}

/** Maximum number of redirects and forms. */
const MAX_STEPS = 20;

export class Browser {
  #cookies: readonly StoredCookie[] = [];

  /** Returns a copy with the same cookies. */
  copy(): Browser {
    const copy = new Browser();
    copy.#cookies = this.#cookies;
    return copy;
  }

  /** Names of the cookies for a URL. */
  cookiesOf(url: string): readonly string[] {
    return this.#sent(new URL(url)).map(({ name }) => name);
  }

  /** Sends one request without following redirects. */
  async request(url: string, init: RequestInit = {}): Promise<Page> {
    const headers = new Headers(init.headers);
    const cookies = this.#sent(new URL(url)).map(({ name, value }) => `${name}=${value}`);
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const text of response.headers.getSetCookie()) this.#keep(new URL(url), text);
    return {
      url,
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    };
  }

  /**
   * Opens a URL, follows redirects, and fills in and submits forms.
   * @param until Prefix of URLs that are not requested @returns the last URL
   */
  async navigate(
    url: string,
    { until, fields = {} }: { readonly until: string; readonly fields?: Record<string, string> },
  ): Promise<string> {
    let next: { url: string; body: URLSearchParams | null } = { url, body: null };
    for (let step = 0; step < MAX_STEPS; step++) {
      if (next.url.startsWith(until)) return next.url;
      const { body } = next;
      const page = await this.request(next.url, body === null ? {} : { method: 'POST', body });
      const location = page.headers.get('location');
      if (location !== null) next = { url: new URL(location, page.url).href, body: null };
      else next = filledIn(page, fields);
    }
    throw new Error(`Too many redirects from ${url}`);
  }

  #sent({ hostname, pathname }: URL): readonly StoredCookie[] {
    return this.#cookies.filter(
      ({ host, path }) =>
        host === hostname &&
        (pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)),
    );
  }

  #keep({ hostname: host, pathname }: URL, text: string): void {
    const [pair = '', ...attributes] = text.split(';').map((part) => part.trim());
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    const of = (wanted: string): string | undefined =>
      attributes
        .find((each) => each.toLowerCase().startsWith(`${wanted}=`))
        ?.slice(wanted.length + 1);
    const path = of('path') ?? pathname.slice(0, Math.max(1, pathname.lastIndexOf('/')));
    const isOver = of('max-age') === '0' || Date.parse(of('expires') ?? '') < Date.now();
    const others = this.#cookies.filter(
      (kept) => !(kept.host === host && kept.path === path && kept.name === name),
    );
    this.#cookies = isOver ? others : [...others, { host, path, name, value }];
  }
}

/** Submits the first form of a page. @throws if there is none */
function filledIn(
  { url, text, status }: Page,
  fields: Readonly<Record<string, string>>,
): { url: string; body: URLSearchParams } {
  const [, action] = /<form[^>]* action="([^"]*)"/.exec(text) ?? [];
  if (action === undefined) throw new Error(`${url} returned ${status}: ${text.slice(0, 500)}`);
  const body = new URLSearchParams();
  for (const [input] of text.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1];
    if (name !== undefined)
      body.set(name, fields[name] ?? /value="([^"]*)"/.exec(input)?.[1] ?? '');
  }
  return { url: new URL(action, url).href, body };
}
