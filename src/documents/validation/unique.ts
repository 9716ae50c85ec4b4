// Checks unique values: one statement for each unique attribute, and for one inside a component one more for each level up to
// the content-type (docs/strapi/writing.md, "Unique values").
import type { ScalarType } from '../../schema/types.ts';
import type { Row, WriteSteps } from '../../storage/session.ts';
import { concurrently } from '../../storage/concurrently.ts';
import { slotColumns } from '../components/component-slots.ts';
import type { Failure, Finding } from '../check/finding.ts';
import { groupBy } from '../../base/group-by.ts';
import type { WriteContext } from '../write-context.ts';

/** The written row, which defines the rows among which a value must be unique. */
export interface UniqueScope {
  /** uid of its content-type. */
  readonly uid: string;
  /** Null for a new document. */
  readonly documentId: string | null;
  /** Null if the type has no locales. */
  readonly locale: string | null;
}

type UniqueFinding = Finding & { kind: 'unique' };

/** The failures among findings, including values that are not unique, in order. */
export function* failuresOf(
  context: WriteContext,
  scope: UniqueScope,
  findings: readonly Finding[],
): WriteSteps<readonly Failure[]> {
  if (findings.length === 0) return [];
  const candidates = findings.filter(
    (finding): finding is UniqueFinding => finding.kind === 'unique',
  );
  const duplicates = new Set<Finding>();
  const groups = [...groupBy(candidates, pathKey).values()];
  const found = yield* concurrently(groups.map((group) => takenValues(context, scope, group)));
  for (const [i, group] of groups.entries()) {
    const others = found[i] ?? new Set();
    const counts = new Map<unknown, number>();
    for (const finding of group) {
      if (!isComparedInRequest(context, finding)) continue;
      counts.set(finding.value, (counts.get(finding.value) ?? 0) + 1);
    }
    for (const finding of group) {
      const { value } = finding;
      if (others.has(value) || (counts.get(value) ?? 0) > 1) duplicates.add(finding);
    }
  }
  return findings.flatMap((finding): readonly Failure[] => {
    if (finding.kind === 'failure') return [finding.failure];
    if (!duplicates.has(finding)) return [];
    const { path, shown } = finding;
    return [
      {
        path,
        message: 'This attribute must be unique',
        value: shown,
        reason: 'notUnique' as const,
      },
    ];
  });
}

/**
 * Whether a value must differ from others of the same request. As in Strapi, these are values of the components in a list
 * of the entry, but not of lists inside components, nor of components inside those of a dynamic zone.
 */
function isComparedInRequest({ registry }: WriteContext, { path, models }: UniqueFinding): boolean {
  const [root = '', index = '', ...below] = path;
  if (!isIndex(index) || below.some(isIndex)) return false;
  const isInZone = registry.attribute(models[0] ?? '', root)?.kind === 'dynamiczone';
  return !isInZone || path.length === ZONE_PATH;
}

/** Length of the path of an attribute of a component in a dynamic zone. */
const ZONE_PATH = 3;

function isIndex(segment: string): boolean {
  return /^\d+$/.test(segment);
}

/** The key of an attribute at a path of the schema, without list indexes. */
function pathKey(finding: UniqueFinding): string {
  return JSON.stringify([finding.uid, stepsOf(finding)]);
}

/** The attributes that lead to the one that must be unique. */
function stepsOf({ path }: UniqueFinding): readonly string[] {
  return path.filter((segment) => !isIndex(segment));
}

/** A value that is stored in a row. */
interface StoredValue {
  readonly value: UniqueFinding['value'];
  readonly row: number;
}

/** The values of a group that another document has at the same path. */
function* takenValues(
  context: WriteContext,
  scope: UniqueScope,
  group: readonly UniqueFinding[],
): WriteSteps<ReadonlySet<unknown>> {
  const [first] = group;
  if (!first) return new Set();
  let held = yield* storedValues(context, group);
  for (const step of stepsUp(first)) held = yield* ownersOf(context, step, held);
  const rows = yield* context.statements.select(context.layout.table(scope.uid), {
    columns: ['id', 'document_id', 'locale', 'published_at'],
    where: [{ column: 'id', in: [...new Set(held.map(({ row }) => row))] }],
  });
  const others = new Set(
    rows.filter((row) => isOther(context, scope, row)).map(([id]) => Number(id)),
  );
  return new Set(held.filter(({ row }) => others.has(row)).map(({ value }) => value));
}

/** The rows that contain a value of the group. */
function* storedValues(
  context: WriteContext,
  group: readonly UniqueFinding[],
): WriteSteps<readonly StoredValue[]> {
  const [first] = group;
  if (!first) return [];
  const { uid, attribute } = first;
  const { statements, layout } = context;
  const column = layout.column(uid, attribute);
  const type = scalarType(context, first);
  const values = new Map(group.map(({ value }) => [comparable(type, value), value]));
  const rows = yield* statements.select(layout.table(uid), {
    columns: [{ column, as: type }, 'id'],
    where: [{ column, in: [...values.values()], type }],
  });
  return rows.flatMap(([stored, id]): readonly StoredValue[] => {
    const value = values.get(comparable(type, stored));
    return value === undefined ? [] : [{ value, row: Number(id) }];
  });
}

/** Returns the same text for equal values, since a database may print a decimal or a time differently. */
function comparable(type: ScalarType, value: unknown): string {
  if (type === 'time') return String(value).replace(/\.0*$|(\.\d*?)0+$/, '$1');
  return type === 'float' || type === 'decimal' ? String(Number(value)) : String(value);
}

function scalarType({ registry }: WriteContext, { uid, attribute }: UniqueFinding): ScalarType {
  const found = registry.attribute(uid, attribute);
  if (found?.kind !== 'scalar') throw new Error(`${uid} ${attribute} holds no value`);
  return found.type;
}

/** A component attribute or dynamic zone of `owner` that contains components of type `component`. */
interface Step {
  readonly owner: string;
  readonly field: string;
  readonly component: string;
}

/** The attributes between a type and a component inside it, the innermost first. */
function stepsUp(finding: UniqueFinding): readonly Step[] {
  const { models } = finding;
  const fields = stepsOf(finding).slice(0, -1);
  return fields
    .map((field, i) => ({ owner: models[i] ?? '', field, component: models[i + 1] ?? '' }))
    .toReversed();
}

function* ownersOf(
  { statements, layout }: WriteContext,
  { owner, field, component }: Step,
  held: readonly StoredValue[],
): WriteSteps<readonly StoredValue[]> {
  const link = layout.link(owner, field);
  if (link.kind !== 'components') throw new Error(`${owner} ${field} has no components`);
  const { owner: ownerColumn, component: id, type, field: name } = slotColumns;
  const rows = yield* statements.select(link.table, {
    columns: [ownerColumn, id],
    where: [
      { column: id, in: [...new Set(held.map(({ row }) => row))] },
      { column: type, is: component },
      { column: name, is: field },
    ],
  });
  const owners = new Map(rows.map(([entityId, partId]) => [Number(partId), Number(entityId)]));
  return held.flatMap(({ value, row }) => {
    const found = owners.get(row);
    return found === undefined ? [] : [{ value, row: found }];
  });
}

/** True for a row of another document in the same locale, which must be published if the type has drafts. */
function isOther({ registry }: WriteContext, scope: UniqueScope, row: Row): boolean {
  const [, documentId, locale, publishedAt] = row;
  if (documentId !== null && documentId === scope.documentId) return false;
  if (scope.locale !== null && locale !== scope.locale) return false;
  return !registry.contentType(scope.uid).draftAndPublish || publishedAt !== null;
}
