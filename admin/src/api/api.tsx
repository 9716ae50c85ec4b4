// The admin API as one object, and its use in components.
import { createContext, use } from 'react';
import { loadBootstrap, type Bootstrap } from './bootstrap.ts';
import { createClient } from './client.ts';
import { createContentApi, type ContentApi } from './content.ts';
import { createMediaApi, type MediaApi } from './media.ts';
import { createRelationsApi, type RelationsApi } from './relations.ts';
import { createPeopleApi, type PeopleApi } from './people.ts';
import { createSearchApi, type SearchApi } from './search.ts';
import type { Session } from './session.ts';
import { createTypesApi, type TypesApi } from './types.ts';
import { createViewsApi, type ViewsApi } from './views.ts';

/** The calls by area. */
export interface Api {
  readonly session: Session;
  readonly content: ContentApi;
  readonly people: PeopleApi;
  readonly relations: RelationsApi;
  readonly media: MediaApi;
  readonly search: SearchApi;
  readonly types: TypesApi;
  readonly views: ViewsApi;
  bootstrap(): Promise<Bootstrap>;
}

/** Creates the calls of a session. */
export function createApi(session: Session): Api {
  const client = createClient(session);
  const content = createContentApi(client);
  const people = createPeopleApi(client);
  return {
    session,
    content,
    people,
    relations: createRelationsApi(client),
    media: createMediaApi(client),
    search: createSearchApi(client),
    types: createTypesApi(client),
    views: createViewsApi(client),
    bootstrap: () => loadBootstrap({ client, people, content }),
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
