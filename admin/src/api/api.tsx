// The admin API as one object, and its use in components.
import { createContext, use } from 'react';
import { createClient } from './client.ts';
import { createContentApi, type ContentApi } from './content.ts';
import { listLocales, type ContentLocale } from './locales.ts';
import { createMediaApi, type MediaApi } from './media.ts';
import { createRelationsApi, type RelationsApi } from './relations.ts';
import { createPeopleApi, type PeopleApi } from './people.ts';
import type { Session } from './session.ts';

/** The calls by area. */
export interface Api {
  readonly session: Session;
  readonly content: ContentApi;
  readonly people: PeopleApi;
  readonly relations: RelationsApi;
  readonly media: MediaApi;
  locales(): Promise<readonly ContentLocale[]>;
}

/** Creates the calls of a session. */
export function createApi(session: Session): Api {
  const client = createClient(session);
  return {
    session,
    content: createContentApi(client),
    people: createPeopleApi(client),
    relations: createRelationsApi(client),
    media: createMediaApi(client),
    locales: () => listLocales(client),
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
