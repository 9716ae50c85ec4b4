// In charge of which stored values a publication may refuse (spec/lifecycle.md section 3): those that a rule of the schema
// speaks of. All others were checked when they were written, and need not be read again.
import { isLimited } from './check/list-limits.ts';
import { isLinked } from './check/linked-attribute.ts';
import type { Attribute, Model, ScalarAttribute, ScalarType } from '../schema/types.ts';
import { composedFields } from './component-places.ts';
import { PerModel } from './per-model.ts';
import type { PlacesIn } from './placed-components.ts';
import type { WriteContext } from './write-context.ts';

/** How much of stored rows is meant: all of it, or what a rule speaks of. */
export type Extent = 'all' | 'ruled';

/** Types that say nothing themselves of a text or a flag that is in their column. */
const FREE: ReadonlySet<ScalarType> = new Set(['string', 'text', 'richtext', 'boolean']);

const RULES = ['required', 'unique', 'minLength', 'maxLength', 'regex', 'default'];

/** True where a stored value may be refused. */
export function isRuled({ type, raw }: ScalarAttribute): boolean {
  return !FREE.has(type) || RULES.some((rule) => raw[rule] !== undefined);
}

/** True for models in which the rules of an attribute depend on the values beside it: all of them count. */
export function hasConditions({ attributes }: Model): boolean {
  return [...attributes.values()].some(({ raw }) => raw['conditions'] !== undefined);
}

/** Attributes of rows in which components stand, or should, that a rule speaks of. */
export function ruledFields(
  context: WriteContext,
  { uid, rows }: { readonly uid: string; readonly rows: readonly number[] },
  placesIn: PlacesIn,
): readonly string[] {
  const ruled = new Set<string>();
  const attributes = new Map<string, Attribute>();
  for (const field of composedFields(context, uid)) {
    const attribute = context.registry.attribute(uid, field);
    if (attribute) attributes.set(field, attribute);
    if (attribute && isLimitedAttribute(attribute)) ruled.add(field);
  }
  for (const row of rows) {
    for (const { field, type } of placesIn(uid, row)) {
      if (ruled.has(field)) continue;
      const attribute = attributes.get(field);
      if (attribute && !(takes(attribute, type) && isFree(context, type))) ruled.add(field);
    }
  }
  return composedFields(context, uid).filter((field) => ruled.has(field));
}

function isLimitedAttribute(attribute: Attribute): boolean {
  const { kind } = attribute;
  return (kind === 'component' || kind === 'dynamiczone') && isLimited(attribute);
}

/** A zone may hold what its schema does not name any more. */
function takes(attribute: Attribute, type: string): boolean {
  return attribute.kind !== 'dynamiczone' || attribute.components.includes(type);
}

/** True where nothing in a component, nor in what may stand in it, can be refused. */
function isFree(context: WriteContext, uid: string): boolean {
  return free.of(context, uid);
}

const free = new PerModel((context, uid) => {
  const seen = new Set<string>();
  const waiting = [uid];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const model = context.registry.components.get(next);
    if (!model || hasConditions(model)) return false;
    for (const attribute of model.attributes.values()) {
      if (isRuledItself(context, attribute)) return false;
      if (attribute.kind === 'component') waiting.push(attribute.component);
    }
  }
  return true;
});

function isRuledItself({ rules }: WriteContext, attribute: Attribute): boolean {
  switch (attribute.kind) {
    case 'scalar':
      return isRuled(attribute);
    case 'component':
      return isLimited(attribute);
    case 'dynamiczone':
      return true;
    default:
      return isLinked(attribute) && rules.strictRelations && Boolean(attribute.raw['required']);
  }
}
