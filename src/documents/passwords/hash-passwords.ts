// Hashes the passwords of a write before its transaction begins, since a hash takes longer than the write.
import { hashText } from './bcrypt.ts';
import type { Registry } from '../../schema/registry.ts';
import type { ScalarAttribute } from '../../schema/types.ts';
import type { ColumnValue, ComponentInput, EntryInput } from '../input.ts';
import { ModelCache } from '../model-cache.ts';
import type { WriteContext } from '../write-context.ts';

/**
 * The cost of bcrypt if an attribute has no valid `encryption.rounds` (docs/strapi/writing.md, "Options").
 */
const ROUNDS = 10;

const models = new ModelCache(({ registry }, uid) => namesPassword(registry, uid, new Set()));

/** True for a model with passwords, including those of its components. */
export function hasPasswords(context: WriteContext, uid: string): boolean {
  return models.get(context, uid);
}

function namesPassword(registry: Registry, uid: string, seen: Set<string>): boolean {
  if (seen.has(uid)) return false;
  seen.add(uid);
  return [...registry.model(uid).attributes.values()].some((attribute) => {
    if (attribute.kind === 'scalar') return attribute.type === 'password';
    if (attribute.kind === 'component') return namesPassword(registry, attribute.component, seen);
    if (attribute.kind !== 'dynamiczone') return false;
    return attribute.components.some((component) => namesPassword(registry, component, seen));
  });
}

/** Replaces the passwords of an entry by their hashes; returns the entry itself if it has none. */
export async function hashPasswords(registry: Registry, input: EntryInput): Promise<EntryInput> {
  const values = await hashValues(registry, input);
  const components = new Map<string, readonly ComponentInput[]>();
  let changed = values !== input.values;
  for (const [name, list] of input.components) {
    const hashed: ComponentInput[] = [];
    for (const component of list) {
      const done = await hashPasswords(registry, component);
      changed ||= done !== component;
      hashed.push({ ...component, ...done });
    }
    components.set(name, hashed);
  }
  return changed ? { ...input, values, components } : input;
}

async function hashValues(
  registry: Registry,
  { uid, values }: EntryInput,
): Promise<EntryInput['values']> {
  const passwords = [...registry.model(uid).attributes.values()].filter(
    (attribute): attribute is ScalarAttribute =>
      attribute.kind === 'scalar' &&
      attribute.type === 'password' &&
      typeof values.get(attribute.name) === 'string',
  );
  if (passwords.length === 0) return values;
  const hashed = new Map<string, ColumnValue>(values);
  for (const attribute of passwords) {
    const { name } = attribute;
    hashed.set(name, await hashText(String(values.get(name)), roundsOf(attribute), 'user'));
  }
  return hashed;
}

function roundsOf({ raw }: ScalarAttribute): number {
  const encryption = raw['encryption'];
  const rounds =
    typeof encryption === 'object' && encryption !== null && 'rounds' in encryption
      ? encryption.rounds
      : undefined;
  return typeof rounds === 'number' && rounds >= 4 && rounds <= 31 ? Math.floor(rounds) : ROUNDS;
}
