// Whether a caller may read the targets of a relation.
import { globalStrapi } from './global-strapi.ts';
import { isObject } from './values.ts';

/** Decisions by caller: permissions do not change during a request. */
const decisions = new WeakMap<object, Map<string, boolean>>();

/** Returns true if a caller may find entries of a type. The first result is a promise, later ones are not. */
export function mayFind(auth: unknown, uid: string): boolean | Promise<boolean> {
  if (!isObject(auth)) return decide(auth, uid);
  const byScope = decisions.get(auth) ?? new Map<string, boolean>();
  decisions.set(auth, byScope);
  const decided = byScope.get(uid);
  if (decided !== undefined) return decided;
  return decide(auth, uid).then((isAllowed) => {
    byScope.set(uid, isAllowed);
    return isAllowed;
  });
}

async function decide(auth: unknown, uid: string): Promise<boolean> {
  const verifier = globalStrapi()?.auth;
  if (!verifier) return false;
  try {
    await verifier.verify(auth, { scope: `${uid}.find` });
    return true;
  } catch {
    return false;
  }
}

export function contentTypeUids(): readonly string[] {
  return Object.keys(globalStrapi()?.contentTypes ?? {});
}
