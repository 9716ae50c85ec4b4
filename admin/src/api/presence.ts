// Presence API: which administrators have an entry open. Strapi does not support it.
import { isJsonObject, numberOr, objectsOf, stringOr } from '../base/json.ts';
import type { Client } from './client.ts';

/** Another administrator who has an entry open. */
export interface PresentAdministrator {
  readonly id: number;
  readonly name: string;
}

/** Presence calls. */
export interface PresenceApi {
  /** Reports whether the user has an entry open. Returns the others who have it open. */
  announce(
    uid: string,
    documentId: string,
    isHere: boolean,
  ): Promise<readonly PresentAdministrator[]>;
}

/** Creates the presence calls. */
export function createPresenceApi({ request }: Client): PresenceApi {
  return {
    async announce(uid, documentId, isHere) {
      const path = `/admin/quoin/presence/${[uid, documentId].map(encodeURIComponent).join('/')}`;
      const { body } = await request('PUT', path, {
        body: { isHere },
        // Must be delivered after the page is closed.
        keepalive: !isHere,
      });
      return objectsOf(isJsonObject(body) ? body['data'] : null).map((each) => ({
        id: numberOr(each['id'], 0),
        name: [stringOr(each['firstname'], ''), stringOr(each['lastname'], '')]
          .filter(Boolean)
          .join(' '),
      }));
    },
  };
}
