// Checks the data of a write in one walk: its keys, its relations and its limits.
import type { JsonObject } from '../../base/json.ts';
import type { ReadAccess } from '../../query/access.ts';
import type { Registry } from '../../schema/registry.ts';
import type { ContentType } from '../../schema/types.ts';
import { AccessCheck } from './check-access.ts';
import { assertRootKeys, KeyCheck } from './check-keys.ts';
import { walkKeys } from './walk-keys.ts';

/**
 * Reports ids, then attributes that are not writable, then unknown keys, then malformed relations, and then relations that the
 * caller may not write and exceeded limits, each in the order of the body.
 * @throws ValidationError for the first error
 */
export function checkBody(
  registry: Registry,
  { type, data }: { readonly type: ContentType; readonly data: JsonObject },
  access: ReadAccess,
): void {
  assertRootKeys(type, data);
  const keys = new KeyCheck(registry);
  const accessCheck = new AccessCheck(access);
  walkKeys(registry, { type, data }, (attribute, key, inside) => {
    keys.visit(attribute, key, inside);
    accessCheck.visit(attribute, key, inside);
  });
  keys.assertValid();
  accessCheck.assertValid();
}
