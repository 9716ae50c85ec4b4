// Admin API as one object, and its React context. Calls for single screens are loaded with their code.
import { createContext, use, useMemo } from 'react';
import { loadBootstrap, type Bootstrap } from './bootstrap.ts';
import { createClient, type Client } from './client.ts';
import { createContentApi, type ContentApi } from './content.ts';
import { EarlyList } from './early-list.ts';
import { createAdministratorsApi, type AdministratorsApi } from './administrators.ts';
import type { Session } from './session.ts';
import { createViewsApi, type ViewsApi } from './views.ts';

/** API calls by area. */
export interface Api {
  readonly session: Session;
  readonly client: Client;
  readonly content: ContentApi;
  readonly administrators: AdministratorsApi;
  readonly views: ViewsApi;
  /**
   * Refreshes the session of the device and loads the data of the first screen. Returns the token, or null without a session.
   * @throws NetworkError
   */
  start(): Promise<string | null>;
  bootstrap(): Promise<Bootstrap>;
}

/** Creates the API of a session. */
export function createApi(session: Session): Api {
  const client = createClient(session);
  const lists = new EarlyList(client);
  const content = createContentApi(client, lists);
  const administrators = createAdministratorsApi(client);
  const load = (): Promise<Bootstrap> => loadBootstrap({ client, administrators, content });
  let first: Promise<Bootstrap | null> | null = null;
  return {
    session,
    client,
    content,
    administrators,
    views: createViewsApi(client),
    start() {
      const renewed = session.renew(null);
      first = renewed.then((token) => {
        if (token === null) return null;
        lists.start();
        return load();
      });
      // The consumer of the promise handles the error.
      first.catch(() => undefined);
      return renewed;
    },
    async bootstrap() {
      const early = first;
      first = null;
      return (await early) ?? load();
    },
  };
}

/** Context that provides the API. */
export const ApiContext = createContext<Api | null>(null);

/** Returns the admin API. */
export function useApi(): Api {
  const api = use(ApiContext);
  if (api === null) throw new Error('No ApiContext.');
  return api;
}

/** Returns API calls that only some screens need. @param create For example `createMediaApi` */
export function useCalls<Calls>(create: (client: Client) => Calls): Calls {
  const { client } = useApi();
  return useMemo(() => create(client), [create, client]);
}
