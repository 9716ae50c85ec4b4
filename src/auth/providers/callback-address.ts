// In charge of which pages of a front end people may be sent back to: the one that is set up, with any query.
import { validationError } from '../../base/errors.ts';
import type { Provider } from './provider.ts';

/** The project's own rule, which takes the place of ours: what throws is refused. */
export type CallbackRule = (
  callback: unknown,
  provider: { readonly callback: string | null },
) => unknown;

/**
 * The page that a sign-in leads to.
 * @param wanted What the request asks for; none: the one that is set up
 * @throws ValidationError for any other page
 */
export async function callbackOf(
  { callback }: Provider,
  wanted: readonly string[],
  rule: CallbackRule | null,
): Promise<string | null> {
  const [only] = wanted;
  if (only === undefined) return callback;
  const refused = (): Error =>
    validationError('Invalid callback URL provided', {
      callback: wanted.length === 1 ? only : wanted,
    });
  if (wanted.length > 1 || !URL.canParse(only)) throw refused();
  if (rule === null) {
    if (callback === null || !isSamePage(new URL(only), new URL(callback))) throw refused();
    return only;
  }
  try {
    await rule(only, { callback });
  } catch {
    throw refused();
  }
  return only;
}

/** Origins of schemes that only a device knows are all the same, so their parts are compared. */
function isSamePage(one: URL, other: URL): boolean {
  return (['protocol', 'host', 'pathname', 'username', 'password'] as const).every(
    (part) => one[part] === other[part],
  );
}

/** The page with more in its query. */
export function withQuery(page: string, query: Readonly<Record<string, string>>): string {
  const address = new URL(page);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
}
