// Visitor that removes relations to types that the caller may not find.
import { contentTypeUids, mayFind } from '../access-scopes.ts';
import { isMorphToRelationalAttribute } from '../content-types.ts';
import { VALID_RELATION_ORDERING_KEYS } from '../relations.ts';
import type { Visitor, VisitorOptions, VisitorTools } from '../traverse/walk.ts';
import { isRecord, ownValue, setOwnValue } from '../values.ts';

/** @param auth The caller, for `strapi.auth` */
export function removeRestrictedRelations(auth: unknown): Visitor {
  return (options, tools) => {
    const { attribute, key, schema } = options;
    if (attribute?.type !== 'relation') return undefined;
    if (isMorphToRelationalAttribute(attribute)) return restrictMorph(auth, options, tools);
    const isCreator = key === 'createdBy' || key === 'updatedBy';
    if (isCreator && schema?.options?.['populateCreatorFields']) return undefined;
    const isAllowed = mayFind(auth, String(attribute.target));
    if (typeof isAllowed !== 'boolean') {
      return isAllowed.then((allowed) => {
        if (!allowed) tools.remove(key);
      });
    }
    if (!isAllowed) tools.remove(key);
    return undefined;
  };
}

/** A relation to any type: its targets are filtered one by one. */
async function restrictMorph(
  auth: unknown,
  { key, value }: VisitorOptions,
  { set, remove }: VisitorTools,
): Promise<void> {
  if (isRecord(value) && !('__type' in value) && isRecord(value['on'])) {
    const on = await allowedFragments(auth, Object.entries(value['on']));
    if (on === null) remove(key);
    else set(key, { ...value, count: isTrue(value['count']) || value['count'], on });
  } else if (isTrue(value) || (isRecord(value) && isTrue(value['count']) && !('on' in value))) {
    const everything = contentTypeUids().map((uid): [string, unknown] => [uid, true]);
    const on = await allowedFragments(auth, everything);
    if (on === null) remove(key);
    else set(key, isRecord(value) ? { ...value, count: true, on } : { on });
  } else if (!isCounted(value)) {
    await restrictEntries(auth, { key, value }, { set, remove });
  }
}

async function restrictEntries(
  auth: unknown,
  { key, value }: Pick<VisitorOptions, 'key' | 'value'>,
  { set, remove }: VisitorTools,
): Promise<void> {
  if (!value) return;
  if (isRecord(value) && ('connect' in value || 'set' in value || 'disconnect' in value)) {
    const changed: Record<string, unknown> = {};
    for (const operation of ['connect', 'set', 'disconnect']) {
      const items = await allowedItems(auth, value[operation] || []);
      if (items.length > 0) changed[operation] = items;
    }
    set(key, { ...changed, options: validOptions(value['options']) });
    return;
  }
  const items = await allowedItems(auth, value);
  if (Array.isArray(value) && (items.length > 0 || value.length === 0)) set(key, items);
  else if (!Array.isArray(value) && items.length > 0) set(key, items[0]);
  else remove(key);
}

async function allowedItems(auth: unknown, value: unknown): Promise<readonly unknown[]> {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const allowed: unknown[] = [];
  for (const item of items) {
    if (!isRecord(item) || typeof item['__type'] !== 'string') continue;
    if (await mayFind(auth, item['__type'])) allowed.push(item);
  }
  return allowed;
}

/** `null` if none is allowed. */
async function allowedFragments(
  auth: unknown,
  fragments: readonly (readonly [string, unknown])[],
): Promise<Record<string, unknown> | null> {
  const allowed: Record<string, unknown> = {};
  for (const [uid, populate] of fragments) {
    if (await mayFind(auth, uid)) setOwnValue(allowed, uid, populate);
  }
  return Object.keys(allowed).length > 0 ? allowed : null;
}

function validOptions(options: unknown): Record<string, unknown> {
  if (!isRecord(options)) return {};
  const valid = Object.entries(options).filter(([name, value]) =>
    ownValue(VALID_RELATION_ORDERING_KEYS, name)?.(value),
  );
  return Object.fromEntries(valid);
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/** The number of entries instead of the entries. */
function isCounted(value: unknown): boolean {
  return isRecord(value) && typeof value['count'] === 'number' && Object.keys(value).length === 1;
}
