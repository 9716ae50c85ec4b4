// `strapi.fetch`: requests of code, through the proxy of config/server if there is one.
import { reasonOf } from '../../project/project-error.ts';
import { isRecord } from '../../schema/raw.ts';
import type { CodeConfig, Strapi } from './strapi.ts';

export interface FetchDependencies {
  readonly config: CodeConfig;
  readonly log: Pick<Strapi['log'], 'debug'>;
  /** Loads a package of the project. */
  readonly load: (name: string) => unknown;
}

type Fetch = Strapi['fetch'];

/** Creates the function. The proxy needs the package undici, whose agents Node's own `fetch` accepts. */
export function createFetch({ config, log, load }: FetchDependencies): Fetch {
  let dispatcher: unknown;
  const dispatcherOf = (): unknown => {
    const proxy: unknown = config.get('server.proxy.fetch') || config.get('server.proxy.global');
    if (!proxy) return undefined;
    return (dispatcher ??= proxyAgent(proxy, load));
  };
  return async (url, options) => {
    log.debug(`Making request for ${String(url)}`);
    const agent = dispatcherOf();
    if (agent === undefined) return fetch(url, options);
    const through: RequestInit = { ...options };
    if (!('dispatcher' in through)) Reflect.set(through, 'dispatcher', agent);
    return fetch(url, through);
  };
}

/** @throws Error if the project does not have the package */
function proxyAgent(proxy: unknown, load: FetchDependencies['load']): unknown {
  let undici: unknown;
  try {
    undici = load('undici');
  } catch (error) {
    throw new Error(
      `config/server sets a proxy for strapi.fetch, which needs the package undici. Add it with "npm install undici". ${reasonOf(error)}`,
      { cause: error },
    );
  }
  const agent: unknown = isRecord(undici) ? undici['ProxyAgent'] : undefined;
  if (typeof agent !== 'function') throw new TypeError('The package undici has no ProxyAgent.');
  return Reflect.construct(agent, [proxy]) as unknown;
}
