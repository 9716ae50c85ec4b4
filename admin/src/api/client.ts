// Client of the admin API: authenticates requests, and repeats them with a new access token or after a new sign-in.
import { hasStatus } from './errors.ts';
import { sendForm, type FormParts } from './send-form.ts';
import { send, type ApiResponse, type RequestParts } from './send.ts';
import type { Session } from './session.ts';

/** Sends authenticated requests. */
export interface Client {
  /**
   * If the session has ended, the request waits for the sign-in dialog.
   * @throws ApiError for an error response, NetworkError if the server cannot be reached
   */
  request(method: string, path: string, parts?: RequestParts): Promise<ApiResponse>;
  /** Sends a form and reports the upload progress. Returns the parsed body. @throws errors of `request` */
  upload(path: string, parts: Omit<FormParts, 'token'>): Promise<unknown>;
}

/** Creates the client of a session. */
export function createClient(session: Session): Client {
  const signed = async <Result>(send: (token: string) => Promise<Result>): Promise<Result> => {
    for (;;) {
      const token = session.token ?? (await session.renew(null));
      try {
        if (token !== null) return await send(token);
      } catch (error) {
        if (!hasStatus(error, 401)) throw error;
        if ((await session.renew(token)) !== null) continue;
      }
      await session.signedIn();
    }
  };
  return {
    request: (method, path, parts = {}) =>
      signed((token) => send(method, path, { ...parts, token })),
    upload: (path, parts) => signed((token) => sendForm(path, { ...parts, token })),
  };
}
