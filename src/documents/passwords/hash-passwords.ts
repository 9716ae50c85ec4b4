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

const models = new ModelCache(({ registry }, uid) => passwordsOf(registry, uid, new Set()));

/** True for a model with passwords, including those of its components. */
export function hasPasswords(context: WriteContext, uid: string): boolean {
  return models.get(context, uid).length > 0;
}

/** True if a new entry may have passwords that were not sent. */
export function hasDefaultPasswords(context: WriteContext, uid: string): boolean {
  return models.get(context, uid).some(({ raw }) => (raw['default'] ?? null) !== null);
}

function passwordsOf(
  registry: Registry,
  uid: string,
  seen: Set<string>,
): readonly ScalarAttribute[] {
  if (seen.has(uid)) return [];
  seen.add(uid);
  return [...registry.model(uid).attributes.values()].flatMap((attribute) => {
    if (attribute.kind === 'scalar') return isPassword(attribute) ? [attribute] : [];
    if (attribute.kind === 'component') return passwordsOf(registry, attribute.component, seen);
    if (attribute.kind !== 'dynamiczone') return [];
    return attribute.components.flatMap((component) => passwordsOf(registry, component, seen));
  });
}

function isPassword({ type }: ScalarAttribute): boolean {
  return type === 'password';
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

/**
 * Replaces the passwords of an entry by hashes that were computed before. @param hashed The same data, checked otherwise
 * @throws Error if it lacks one of the passwords
 */
export function withHashes(
  registry: Registry,
  input: EntryInput,
  hashed: EntryInput | undefined,
): EntryInput {
  const values = new Map(input.values);
  for (const { name } of sentPasswords(registry, input)) {
    const hash = hashed?.values.get(name);
    if (hash === undefined) throw new Error(`The password ${name} of ${input.uid} has no hash`);
    values.set(name, hash);
  }
  const components = new Map<string, readonly ComponentInput[]>();
  for (const [name, list] of input.components) {
    const same = hashed?.components.get(name);
    components.set(
      name,
      list.map((component, i) => ({
        id: component.id,
        ...withHashes(registry, component, same?.[i]),
      })),
    );
  }
  const { uid, relations } = input;
  return { uid, values, components, relations };
}

function sentPasswords(
  registry: Registry,
  { uid, values }: EntryInput,
): readonly ScalarAttribute[] {
  return [...registry.model(uid).attributes.values()].filter(
    (attribute): attribute is ScalarAttribute =>
      attribute.kind === 'scalar' &&
      isPassword(attribute) &&
      typeof values.get(attribute.name) === 'string',
  );
}

async function hashValues(registry: Registry, input: EntryInput): Promise<EntryInput['values']> {
  const { values } = input;
  const passwords = sentPasswords(registry, input);
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
