// Visitor that rejects relations to types that the caller may not find.
import { mayFind } from '../access-scopes.ts';
import { isMorphToRelationalAttribute } from '../content-types.ts';
import { VALID_RELATION_ORDERING_KEYS } from '../relations.ts';
import type { Visitor, VisitorOptions } from '../traverse/walk.ts';
import { isNil, isRecord, ownValue } from '../values.ts';
import { throwInvalidKey } from './invalid-key.ts';

/** @param auth The caller, for `strapi.auth` */
export function throwRestrictedRelations(auth: unknown): Visitor {
  return (options) => {
    const { attribute, key, schema } = options;
    if (attribute?.type !== 'relation') return undefined;
    if (isMorphToRelationalAttribute(attribute)) return checkMorph(auth, options);
    const isCreator = key === 'createdBy' || key === 'updatedBy';
    if (isCreator && schema?.options?.['populateCreatorFields']) return undefined;
    return assertMayFind(auth, String(attribute.target), options);
  };
}

async function checkMorph(auth: unknown, options: VisitorOptions): Promise<void> {
  const { value } = options;
  if (value === true || (isRecord(value) && value['count'] === true)) return;
  const operations = ['connect', 'set', 'disconnect'];
  if (isRecord(value) && [...operations, 'options'].some((name) => name in value)) {
    for (const name of operations) await checkItems(auth, value[name] || [], options);
    checkOptions(value['options'], options);
  } else if (isRecord(value) && !('__type' in value) && isRecord(value['on'])) {
    for (const uid of Object.keys(value['on'])) await assertMayFind(auth, uid, options);
  } else {
    await checkItems(auth, value, options);
  }
}

async function checkItems(auth: unknown, items: unknown, options: VisitorOptions): Promise<void> {
  if (!Array.isArray(items)) rejectKey(options);
  for (const item of items) {
    if (!isRecord(item) || typeof item['__type'] !== 'string') rejectKey(options);
    await assertMayFind(auth, item['__type'], options);
  }
}

function checkOptions(value: unknown, options: VisitorOptions): void {
  if (isNil(value)) return;
  if (!isRecord(value)) rejectKey(options);
  for (const [key, option] of Object.entries(value)) {
    if (!ownValue(VALID_RELATION_ORDERING_KEYS, key)?.(option)) rejectKey({ ...options, key });
  }
}

async function assertMayFind(auth: unknown, uid: string, options: VisitorOptions): Promise<void> {
  if (!(await mayFind(auth, uid))) rejectKey(options);
}

function rejectKey({ key, path }: Pick<VisitorOptions, 'key' | 'path'>): never {
  throwInvalidKey({ key, path: path.attribute });
}
