// In charge of values that no other document may have: one statement for each unique attribute, and for one inside a
// component one more for each level up to the type (docs/strapi/writing.md, "Unique values").
import type { ScalarType } from '../schema/types.ts';
import type { Row, WriteSteps } from '../storage/database.ts';
import { together } from '../storage/together.ts';
import { componentsColumns } from './component-places.ts';
import type { Failure, Finding } from './finding.ts';
import { groupedBy } from './grouped-by.ts';
import type { WriteContext } from './write-context.ts';

/** The row that is written, among whose equals nobody else may have a value. */
export interface UniqueScope {
  /** uid of its content-type. */
  readonly uid: string;
  /** Null: the document is not there yet. */
  readonly documentId: string | null;
  /** Its locale; null: its type has none. */
  readonly locale: string | null;
}

type Asked = Finding & { kind: 'unique' };

/** The failures among findings: those that are, and values that are taken. In their order. */
export function* failuresOf(
  context: WriteContext,
  scope: UniqueScope,
  findings: readonly Finding[],
): WriteSteps<readonly Failure[]> {
  const asked = findings.filter((finding): finding is Asked => finding.kind === 'unique');
  const taken = new Set<Finding>();
  const groups = [...groupedBy(asked, placeKey).values()];
  const found = yield* together(groups.map((group) => takenValues(context, scope, group)));
  for (const [i, group] of groups.entries()) {
    const others = found[i] ?? new Set();
    const counts = new Map<unknown, number>();
    for (const { value } of group) counts.set(value, (counts.get(value) ?? 0) + 1);
    for (const finding of group) {
      if (others.has(finding.value) || (counts.get(finding.value) ?? 0) > 1) taken.add(finding);
    }
  }
  return findings.flatMap((finding): readonly Failure[] => {
    if (finding.kind === 'failure') return [finding.failure];
    if (!taken.has(finding)) return [];
    const { path, shown } = finding;
    return [{ path, message: 'This attribute must be unique', value: shown }];
  });
}

/** Findings of one attribute at one place of the schema belong together, list indexes aside. */
function placeKey(finding: Asked): string {
  return JSON.stringify([finding.uid, stepsOf(finding)]);
}

/** The attributes that lead to the one that must be unique. */
function stepsOf({ path }: Asked): readonly string[] {
  return path.filter((segment) => !/^\d+$/.test(segment));
}

/** A value that some row has. */
interface Held {
  readonly value: Asked['value'];
  readonly row: number;
}

/** Which of a group's values another document of the type has at the same place. */
function* takenValues(
  context: WriteContext,
  scope: UniqueScope,
  group: readonly Asked[],
): WriteSteps<ReadonlySet<unknown>> {
  const [first] = group;
  if (!first) return new Set();
  let held = yield* holders(context, group);
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

/** The rows that have a value of the group in the attribute's column. */
function* holders(context: WriteContext, group: readonly Asked[]): WriteSteps<readonly Held[]> {
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
  return rows.flatMap(([stored, id]): readonly Held[] => {
    const value = values.get(comparable(type, stored));
    return value === undefined ? [] : [{ value, row: Number(id) }];
  });
}

/** The same text for equal values, whether they were sent or read: a database may print a decimal and a time its own way. */
function comparable(type: ScalarType, value: unknown): string {
  if (type === 'time') return String(value).replace(/\.0*$|(\.\d*?)0+$/, '$1');
  return type === 'float' || type === 'decimal' ? String(Number(value)) : String(value);
}

function scalarType({ registry }: WriteContext, { uid, attribute }: Asked): ScalarType {
  const found = registry.attribute(uid, attribute);
  if (found?.kind !== 'scalar') throw new Error(`${uid} ${attribute} holds no value`);
  return found.type;
}

/** A component or zone attribute of `owner` that rows of `part` are reached through. */
interface Step {
  readonly owner: string;
  readonly field: string;
  readonly part: string;
}

/** The attributes between a type and a component inside it, the innermost first. */
function stepsUp(finding: Asked): readonly Step[] {
  const { models } = finding;
  const fields = stepsOf(finding).slice(0, -1);
  return fields
    .map((field, i) => ({ owner: models[i] ?? '', field, part: models[i + 1] ?? '' }))
    .toReversed();
}

function* ownersOf(
  { statements, layout }: WriteContext,
  { owner, field, part }: Step,
  held: readonly Held[],
): WriteSteps<readonly Held[]> {
  const link = layout.link(owner, field);
  if (link.kind !== 'components') throw new Error(`${owner} ${field} has no components`);
  const { entity, part: id, type, field: name } = componentsColumns;
  const rows = yield* statements.select(link.table, {
    columns: [entity, id],
    where: [
      { column: id, in: [...new Set(held.map(({ row }) => row))] },
      { column: type, is: part },
      { column: name, is: field },
    ],
  });
  const owners = new Map(rows.map(([entityId, partId]) => [Number(partId), Number(entityId)]));
  return held.flatMap(({ value, row }) => {
    const found = owners.get(row);
    return found === undefined ? [] : [{ value, row: found }];
  });
}

/** True for a row of another document whose values count: published where the type has drafts, of the same locale. */
function isOther({ registry }: WriteContext, scope: UniqueScope, row: Row): boolean {
  const [, documentId, locale, publishedAt] = row;
  if (documentId !== null && documentId === scope.documentId) return false;
  if (scope.locale !== null && locale !== scope.locale) return false;
  return !registry.contentType(scope.uid).draftAndPublish || publishedAt !== null;
}
