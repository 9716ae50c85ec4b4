// Records, after an import, components that dynamic zones no longer accept but have rows of, because Strapi serves
// them.
import type { Registry } from '../schema/registry.ts';
import type { Database } from '../storage/database.ts';
import type { Layout } from '../storage/layout/layout.ts';
import { componentsInZone } from '../storage/model-changes/rows.ts';
import { RowStatements } from '../storage/statements/row-statements.ts';
import type { WriteSteps } from '../storage/session.ts';
import { zoneForm } from './former-components.ts';
import { readRetainedValues, writeRetainedValues } from './retained-values.ts';
import type { RetainedValues } from './plan/steps.ts';

interface Recording {
  readonly database: Database;
  readonly registry: Registry;
  readonly layout: Layout;
}

/** Records them. @param recording Its registry is that of the schema files, or has former components already */
export function recordFormerComponents(recording: Recording): Promise<void> {
  return recording.database.transact(recordAll(recording));
}

function* recordAll({ database, registry, layout }: Recording): WriteSteps<void> {
  const { dialect } = database;
  const statements = new RowStatements(dialect, layout);
  const zones = zonesOf(registry, layout);
  if (zones.length === 0) return;
  const found = yield zones.map((zone) => componentsInZone(dialect, zone));
  const retained = yield* readRetainedValues(statements, dialect);
  const recorded = new Set(
    retained.map(({ uid, attribute, form }) => `${uid} ${attribute} ${form}`),
  );
  const last = Math.max(0, ...retained.map(({ key }) => key));
  const missing = zones.flatMap(({ uid, field, table, components }, i) =>
    (found[i] ?? [])
      .map(([type]) => String(type))
      .filter((type) => !components.includes(type) && registry.components.has(type))
      .filter((type) => !recorded.has(`${uid} ${field} ${zoneForm(type)}`))
      .map((is): Omit<RetainedValues, 'key'> => {
        const type = { column: 'component_type', is };
        const storage = { kind: 'rows' as const, table, field, type };
        return { uid, attribute: field, form: zoneForm(is), storage, raw: {}, attributes: [] };
      }),
  );
  if (missing.length === 0) return;
  const added = missing.map((each, i): RetainedValues => ({ ...each, key: last + 1 + i }));
  yield* writeRetainedValues(statements, [...retained, ...added]);
}

interface Zone {
  readonly uid: string;
  /** Name of the attribute. */
  readonly field: string;
  /** Of the component slots. */
  readonly table: string;
  readonly components: readonly string[];
}

function zonesOf(registry: Registry, layout: Layout): readonly Zone[] {
  return [...registry.models()].flatMap(({ uid, attributes }) =>
    [...attributes.values()].flatMap((attribute): readonly Zone[] => {
      if (attribute.kind !== 'dynamiczone') return [];
      const link = layout.link(uid, attribute.name);
      if (link.kind !== 'components') return [];
      const { name: field, components } = attribute;
      return [{ uid, field, table: link.table, components }];
    }),
  );
}
