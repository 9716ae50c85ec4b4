// Components that a dynamic zone no longer accepts. Their rows are still served, as Strapi does.
import { Registry } from '../schema/registry.ts';
import type { Attribute, Model } from '../schema/types.ts';
import { retainedValues } from '../storage/layout/quoin-tables.ts';
import type { RowStatements } from '../storage/statements/row-statements.ts';
import type { ReadSteps } from '../storage/session.ts';

const PREFIX = 'zone ';

/** Form of kept rows of a component in a dynamic zone. */
export function zoneForm(component: string): string {
  return `${PREFIX}${component}`;
}

/** The component of kept rows in a dynamic zone, or null for other kept values. */
export function zoneComponentOf(form: string): string | null {
  return form.startsWith(PREFIX) ? form.slice(PREFIX.length) : null;
}

/** Adds former components to the dynamic zones of a registry. */
export function* withFormerComponents(
  registry: Registry,
  statements: RowStatements,
): ReadSteps<Registry> {
  const { table, uid, attribute, form } = retainedValues;
  const rows = yield* statements.select(table, { columns: [uid, attribute, form], where: [] });
  const former = new Map<string, string[]>();
  for (const [model, name, text] of rows) {
    const component = zoneComponentOf(String(text));
    if (component === null || !registry.components.has(component)) continue;
    const key = `${String(model)} ${String(name)}`;
    former.set(key, [...(former.get(key) ?? []), component]);
  }
  if (former.size === 0) return registry;
  return new Registry([...registry.models()].map((model) => extended(model, former)));
}

function extended<M extends Model>(model: M, former: ReadonlyMap<string, readonly string[]>): M {
  const attributes = [...model.attributes].map(([name, attribute]): [string, Attribute] => {
    const components = former.get(`${model.uid} ${name}`);
    if (attribute.kind !== 'dynamiczone' || components === undefined) return [name, attribute];
    return [name, { ...attribute, formerComponents: components }];
  });
  return { ...model, attributes: new Map(attributes) };
}
