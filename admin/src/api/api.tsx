// The admin API as one object, and its use in components. Calls of single screens come with their code.
import { createContext, use, useMemo } from 'react';
import { loadBootstrap, type Bootstrap } from './bootstrap.ts';
import { createClient, type Client } from './client.ts';
import { createContentApi, type ContentApi } from './content.ts';
import { EarlyList } from './early-list.ts';
import { createPeopleApi, type PeopleApi } from './people.ts';
import type { Session } from './session.ts';
import { createViewsApi, type ViewsApi } from './views.ts';

/** The calls by area. */
export interface Api {
  readonly session: Session;
  readonly client: Client;
  readonly content: ContentApi;
  readonly people: PeopleApi;
  readonly views: ViewsApi;
  /** Renews the session of the device, and asks at once for what the first screen needs. Returns the token; null without a session. @throws NetworkError */
  start(): Promise<string | null>;
  bootstrap(): Promise<Bootstrap>;
}

/** Creates the calls of a session. */
export function createApi(session: Session): Api {
  const client = createClient(session);
  const lists = new EarlyList(client);
  const content = createContentApi(client, lists);
  const people = createPeopleApi(client);
  const load = (): Promise<Bootstrap> => loadBootstrap({ client, people, content });
  let first: Promise<Bootstrap | null> | null = null;
  return {
    session,
    client,
    content,
    people,
    views: createViewsApi(client),
    start() {
      const renewed = session.renew(null);
      first = renewed.then((token) => {
        if (token === null) return null;
        lists.start();
        return load();
      });
      // Who needs it learns of a failure.
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

/** Passes the API to components. */
export const ApiContext = createContext<Api | null>(null);

/** Returns the admin API. */
export function useApi(): Api {
  const api = use(ApiContext);
  if (api === null) throw new Error('No ApiContext.');
  return api;
}

/** Returns the calls of an area that only some screens need. @param create Such as `createMediaApi` */
export function useCalls<Calls>(create: (client: Client) => Calls): Calls {
  const { client } = useApi();
  return useMemo(() => create(client), [create, client]);
}
