// Client of the admin API: signs requests, and repeats them after a new access token or a new sign-in.
import { hasStatus } from './errors.ts';
import { send, type ApiResponse, type RequestParts } from './send.ts';
import type { Session } from './session.ts';

/** Sends requests of the signed-in person. */
export interface Client {
  /**
   * If the session has ended, the request waits for the sign-in that opens over the page.
   * @throws ApiError if the server refuses, NetworkError if it cannot be reached
   */
  request(method: string, path: string, parts?: RequestParts): Promise<ApiResponse>;
}

/** Creates the client of a session. */
export function createClient(session: Session): Client {
  return {
    async request(method, path, parts = {}) {
      for (;;) {
        const token = session.token ?? (await session.renew(null));
        try {
          if (token !== null) return await send(method, path, { ...parts, token });
        } catch (error) {
          if (!hasStatus(error, 401)) throw error;
          if ((await session.renew(token)) !== null) continue;
        }
        await session.signedIn();
      }
    },
  };
}
