// `strapi.fetch`: requests of code, through the proxy of config/server if there is one.
import { reasonOf } from '../../project/project-error.ts';
import { toRecord } from '../../schema/raw.ts';
import type { StrapiConfig, Strapi } from './strapi.ts';

export interface FetchDependencies {
  readonly config: StrapiConfig;
  readonly log: Pick<Strapi['log'], 'debug'>;
  /** Loads a package of the project. */
  readonly load: (name: string) => unknown;
}

type Fetch = Strapi['fetch'];

/** Creates the function. A proxy needs the package undici in the project. */
export function createFetch({ config, log, load }: FetchDependencies): Fetch {
  let throughProxy: Fetch | undefined;
  return async (url, options) => {
    log.debug(`Making request for ${url instanceof Request ? url.url : String(url)}`);
    const proxy: unknown = config.get('server.proxy.fetch') || config.get('server.proxy.global');
    if (!proxy) return fetch(url, options);
    throughProxy ??= proxyFetch(proxy, load);
    return throughProxy(url, options);
  };
}

/**
 * Returns the `fetch` of undici with an agent for the proxy. Node's own accepts only agents of the version of undici that it
 * contains. @throws Error if the project does not have the package
 */
function proxyFetch(proxy: unknown, load: FetchDependencies['load']): Fetch {
  const { fetch: send, ProxyAgent: Agent } = toRecord(loadUndici(load));
  if (typeof send !== 'function' || typeof Agent !== 'function') {
    throw new TypeError('The package undici has no fetch or no ProxyAgent.');
  }
  const dispatcher: unknown = Reflect.construct(Agent, [proxy]);
  return async (url, options) => {
    const [target, init] = await withoutNodeClasses(url, options);
    const request = Object.assign({ dispatcher }, init);
    return Reflect.apply(send, undefined, [target, request]) as Promise<Response>;
  };
}

function loadUndici(load: FetchDependencies['load']): unknown {
  try {
    return load('undici');
  } catch (error) {
    throw new Error(
      `config/server sets a proxy for strapi.fetch, which needs the package undici. Add it with "npm install undici". ${reasonOf(error)}`,
      { cause: error },
    );
  }
}

/** undici knows only its own classes: it sends the text `[object FormData]` for a form of Node's. */
async function withoutNodeClasses(
  url: string | URL | Request,
  options: RequestInit = {},
): Promise<[string | URL, RequestInit]> {
  const isRequest = url instanceof Request;
  if (!isRequest && !(options.body instanceof FormData)) return [url, options];
  const request = new Request(url, options);
  const { method, headers, redirect, signal } = request;
  const body = request.body === null ? null : await request.arrayBuffer();
  return [request.url, Object.assign({}, options, { method, headers, redirect, signal, body })];
}
