// Describes a change of schemas: the models that are served, and unused data that remains in the database.
import { isRecord, toRecord, type RawRecord } from '../../schema/raw.ts';
import type { RawDefinition } from '../../schema/types.ts';
import type { ProjectChange, ServedProject } from '../../app/live-app.ts';
import { describeReport } from '../report.ts';
import { describeWarnings } from '../warnings.ts';

/** Lines for the console; none if the same is served. */
export function describeChanges(change: ProjectChange): readonly string[] {
  const { previous, next } = change;
  const former = byUid(previous);
  const current = byUid(next);
  const isNew = ({ uid }: RawDefinition): boolean => !former.has(uid);
  const isRemoved = ({ uid }: RawDefinition): boolean => !current.has(uid);
  const known = new Set(previous.project.warnings);
  return [
    ...[...current.values()].filter(isNew).map((definition) => describeNew(definition, next)),
    ...[...former.values()]
      .filter(isRemoved)
      .map((definition) => describeRemoved(definition, previous)),
    ...[...current.values()].flatMap((definition) => {
      const old = former.get(definition.uid);
      return old ? describeModel({ uid: definition.uid, old, definition }, change) : [];
    }),
    ...describeReport(next.store.report),
    ...next.project.notices,
    ...describeWarnings(next.project, known).map((line) => `Warning: ${line}`),
  ];
}

function byUid({ project }: ServedProject): ReadonlyMap<string, RawDefinition> {
  return new Map(project.definitions.map((definition) => [definition.uid, definition]));
}

function describeNew(definition: RawDefinition, { project }: ServedProject): string {
  const { routes, config } = project;
  const route = routes.routes.find(
    ({ uid, action }) => uid === definition.uid && action === 'find',
  );
  const at = route ? `, at ${config.api.rest.prefix}${route.path}` : '';
  return `${kindOf(definition)} added: ${definition.uid}${at}.`;
}

function describeRemoved(definition: RawDefinition, { store }: ServedProject): string {
  const stays =
    definition.origin === 'api'
      ? ` Its table ${store.layout.table(definition.uid)} stays, with its rows.`
      : '';
  return `${kindOf(definition)} removed: ${definition.uid}.${stays}`;
}

function kindOf({ modelType, origin }: RawDefinition): string {
  if (modelType === 'component') return 'Component';
  return origin === 'api' ? 'Content-type' : 'Extension';
}

interface Pair {
  readonly uid: string;
  readonly old: RawDefinition;
  readonly definition: RawDefinition;
}

function describeModel({ uid, old, definition }: Pair, change: ProjectChange): readonly string[] {
  const former = attributesOf(old);
  const current = attributesOf(definition);
  const added = Object.keys(current).filter((name) => !Object.hasOwn(former, name));
  const removed = Object.keys(former).filter((name) => !Object.hasOwn(current, name));
  const changed = Object.keys(current).filter(
    (name) => Object.hasOwn(former, name) && !isSame(former[name], current[name]),
  );
  const others = isSame(withoutAttributes(old), withoutAttributes(definition))
    ? []
    : [`${uid}: its options changed.`];
  return [
    ...(added.length > 0 ? [`${uid}: added ${added.join(', ')}.`] : []),
    ...(changed.length > 0 ? [`${uid}: changed ${changed.join(', ')}.`] : []),
    ...removed.map(
      (name) => `${uid}: removed ${name}. ${describeRetained({ uid, name }, change.previous)}`,
    ),
    ...describeRenaming({ uid, added, removed }, change),
    ...others,
  ];
}

/** SQL name of the column of an attribute, or null if it has none. */
function columnOf(uid: string, name: string, { store }: ServedProject): string | null {
  const attribute = store.registry.attribute(uid, name);
  return attribute?.kind === 'scalar' ? store.layout.column(uid, name) : null;
}

function describeRetained(
  { uid, name }: { readonly uid: string; readonly name: string },
  before: ServedProject,
): string {
  const column = columnOf(uid, name, before);
  return column === null
    ? 'Its data stays in the database.'
    : `Its column ${before.store.layout.table(uid)}.${column} stays, with its values.`;
}

/** A schema file does not distinguish a renamed attribute from a removed and an added one. */
function describeRenaming(
  { uid, added, removed }: Record<'added' | 'removed', readonly string[]> & { uid: string },
  { previous, next }: ProjectChange,
): readonly string[] {
  const [name = '', ...moreNew] = added;
  const [former = '', ...moreOld] = removed;
  if (name === '' || former === '' || moreNew.length + moreOld.length > 0) return [];
  const from = columnOf(uid, former, previous);
  const to = columnOf(uid, name, next);
  if (from === null || to === null) return [];
  const table = next.store.layout.table(uid);
  return [
    `If you renamed ${former} to ${name}, copy the values from the old column with this SQL:`,
    `  UPDATE "${table}" SET "${to}" = "${from}";`,
  ];
}

function attributesOf({ json }: RawDefinition): RawRecord {
  return toRecord(toRecord(json)['attributes']);
}

function withoutAttributes({ json }: RawDefinition): unknown {
  return isRecord(json) ? { ...json, attributes: null } : json;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
