// Presence: who has an entry open. A server may not have it: Strapi does not.
import { isJsonObject, numberOr, objectsOf, stringOr } from '../base/json.ts';
import type { Client } from './client.ts';

/** Another administrator who has an entry open. */
export interface PresentPerson {
  readonly id: number;
  readonly name: string;
}

/** Calls about presence. */
export interface PresenceApi {
  /** Says whether the person has an entry open. Returns the others who have. */
  announce(uid: string, documentId: string, isHere: boolean): Promise<readonly PresentPerson[]>;
}

/** Creates the calls. */
export function createPresenceApi({ request }: Client): PresenceApi {
  return {
    async announce(uid, documentId, isHere) {
      const path = `/admin/quoin/presence/${[uid, documentId].map(encodeURIComponent).join('/')}`;
      const { body } = await request('PUT', path, {
        body: { isHere },
        // The sign of leaving outlives the page.
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
