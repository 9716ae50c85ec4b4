// Initial data of the admin interface, in one response (docs/panel.md, "API"). Loaded on demand.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import { etagOf, matchesEtag } from '../../cache/etag.ts';
import { jsonText } from '../response/response.ts';
import type { AdminRoute } from '../routing/route.ts';
import { accepts } from './panel-files.ts';

const compress = promisify(gzip);

/** The signed-in administrator, what they may do, and what the project has. */
export interface Bootstrap {
  readonly user: object;
  readonly permissions: readonly object[];
  /** Content-types and components. */
  readonly types: object;
  /** How lists and forms look, by uid. */
  readonly views: { readonly contentTypes: object; readonly components: object };
  readonly locales: readonly object[];
  /** Own and shared views of lists. */
  readonly savedViews: readonly object[];
  /** Of the administrator. */
  readonly preferences: object;
  /** Path that the routes of the REST API start with, such as `/api`. */
  readonly restPrefix: string;
}

/**
 * Returns the handler. Its response differs by administrator; a browser stores it, and revalidates it each time with its ETag. It
 * is compressed: the content model takes a hundred kilobytes.
 */
export function bootstrapHandler(
  load: (caller: AdminPrincipal) => Promise<Bootstrap>,
): AdminRoute['handler'] {
  return async ({ caller, headers: { 'if-none-match': known, 'accept-encoding': accepted } }) => {
    const plain = Buffer.from(JSON.stringify({ data: await load(caller) }));
    const isCompressed = accepts(String(accepted ?? ''), 'gzip');
    const etag = await etagOf(plain);
    const headers = {
      // A strong ETag differs by encoding (RFC 9110 section 8.8.1).
      etag: isCompressed ? etag.replace(/"$/, '-gzip"') : etag,
      'cache-control': 'private, no-cache',
      vary: 'Accept-Encoding',
    };
    if (matchesEtag(known, headers.etag)) return { status: 304, headers, body: null, type: null };
    return isCompressed
      ? jsonText(await compress(plain), { headers: { ...headers, 'content-encoding': 'gzip' } })
      : jsonText(plain, { headers });
  };
}
