// Pages of a front end that a sign-in may redirect to: the configured one, with any query.
import { validationError } from '../../base/errors.ts';
import { parseUrl } from '../../base/urls.ts';
import type { Provider } from './provider.ts';

/** The project's own rule, which replaces the default; an error rejects the page. */
export type CallbackRule = (
  callback: unknown,
  provider: { readonly callback: string | null },
) => unknown;

/**
 * Returns the page that a sign-in redirects to.
 * @param requested The page, or none for the configured one
 * @throws ValidationError for any other page
 */
export async function callbackOf(
  { callback }: Provider,
  requested: readonly string[],
  rule: CallbackRule | null,
): Promise<string | null> {
  const [only] = requested;
  if (only === undefined) return callback;
  const rejected = (): Error =>
    validationError('Invalid callback URL provided', {
      callback: requested.length === 1 ? only : requested,
    });
  const address = parseUrl(only);
  if (requested.length > 1 || address === null) throw rejected();
  if (rule === null) {
    if (callback === null || !isSamePage(address, new URL(callback))) throw rejected();
    return only;
  }
  try {
    await rule(only, { callback });
  } catch {
    throw rejected();
  }
  return only;
}

/** Compares components, because custom schemes all have the same opaque origin. */
function isSamePage(one: URL, other: URL): boolean {
  return (['protocol', 'host', 'pathname', 'username', 'password'] as const).every(
    (part) => one[part] === other[part],
  );
}

/** Adds parameters to the query of a page. */
export function withQuery(page: string, query: Readonly<Record<string, string>>): string {
  const address = new URL(page);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
}
