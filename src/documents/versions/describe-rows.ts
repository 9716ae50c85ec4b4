// Describes the contents of rows to compare them: each attribute becomes a text that is equal for equal contents, including
// components and their links. Row ids of components are ignored.
import { FILE } from '../../schema/built-in/uids.ts';
import type { Attribute, ScalarAttribute } from '../../schema/types.ts';
import type { WriteSteps } from '../../storage/session.ts';
import { concurrently } from '../../storage/concurrently.ts';
import { readSlots } from '../components/component-slots.ts';
import { groupBy } from '../../base/group-by.ts';
import type { WriteContext } from '../write-context.ts';
import { hasVersions, ownLinks, readStoredLinks, type StoredLink } from './model-links.ts';
import { pendingLinksOf } from './pending-links.ts';

/** The content of rows, by row and attribute. */
export type RowDescriptions = ReadonlyMap<number, ReadonlyMap<string, string>>;

/** The attributes to describe. */
export interface DescribedModel {
  readonly uid: string;
  readonly attributes: readonly Attribute[];
  /** Rows that contain them, which are ignored if another program created a cycle. */
  readonly above?: ReadonlySet<string>;
}

/** Describes attributes of rows of a model. One statement for each model on each level. */
export function* describeRows(
  context: WriteContext,
  described: DescribedModel,
  rows: readonly number[],
): WriteSteps<RowDescriptions> {
  const found = new Map(rows.map((row) => [row, new Map<string, string>()]));
  const parts = yield* concurrently([
    describeValues(context, described, rows),
    describeLinks(context, described, rows),
    describeComponents(context, described, rows),
  ]);
  for (const { row, attribute, text } of parts.flat()) found.get(row)?.set(attribute, text);
  return found;
}

interface Part {
  readonly row: number;
  readonly attribute: string;
  readonly text: string;
}

function* describeValues(
  { statements, layout }: WriteContext,
  { uid, attributes }: DescribedModel,
  rows: readonly number[],
): WriteSteps<readonly Part[]> {
  const scalars = attributes.filter(
    (attribute): attribute is ScalarAttribute => attribute.kind === 'scalar',
  );
  if (scalars.length === 0) return [];
  const found = yield* statements.select(layout.table(uid), {
    columns: [
      'id',
      ...scalars.map(({ name, type }) => ({ column: layout.column(uid, name), as: type })),
    ],
    where: [{ column: 'id', in: rows }],
  });
  return found.flatMap(([id, ...values]) =>
    scalars.map(({ name }, i) => ({
      row: Number(id),
      attribute: name,
      text: `${typeof values[i]} ${String(values[i])}`,
    })),
  );
}

/** Describes links and pending links by their documents, whatever the version. */
function* describeLinks(
  context: WriteContext,
  { uid, attributes }: DescribedModel,
  rows: readonly number[],
): WriteSteps<readonly Part[]> {
  const links = ownLinks(context, uid).filter(({ attribute }) => attributes.includes(attribute));
  const stored = yield* readStoredLinks(
    context,
    links.map((link) => ({ link, side: 'near', rows })),
  );
  const nameOf = yield* readNames(context, stored);
  const named = stored.map((link) => ({
    key: `${link.link.attribute.name} ${link.near}`,
    name: nameOf(link),
    order: link.order,
  }));
  const waiting = links.some(({ target }) => target !== FILE)
    ? yield* pendingLinksOf(context, rows)
    : [];
  const ready = waiting
    .filter(({ source }) => source.uid === uid)
    .map(({ source, attribute, target, order }) => ({
      key: `${attribute} ${source.id}`,
      name: target.documentId,
      order,
    }));
  const byAttribute = groupBy([...named, ...ready], ({ key }) => key);
  return links.flatMap(({ attribute: { name } }) =>
    rows.map((row) => {
      const own = byAttribute.get(`${name} ${row}`) ?? [];
      const inOrder = own.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));
      return { row, attribute: name, text: inOrder.map((each) => each.name).join() };
    }),
  );
}

function* readNames(
  { registry, layout, statements }: WriteContext,
  stored: readonly StoredLink[],
): WriteSteps<(link: StoredLink) => string> {
  const documents = new Map<string, string>();
  for (const [uid, group] of groupBy(stored, ({ target }) => target)) {
    if (!hasVersions(registry.contentType(uid))) continue;
    const found = yield* statements.select(layout.table(uid), {
      columns: ['id', 'document_id'],
      where: [{ column: 'id', in: [...new Set(group.map(({ far }) => far))] }],
    });
    for (const [id, documentId] of found) documents.set(`${uid} ${Number(id)}`, String(documentId));
  }
  return ({ target, far }) => {
    const row = `${target} ${far}`;
    return documents.get(row) ?? row;
  };
}

function* describeComponents(
  context: WriteContext,
  { uid, attributes, above = new Set() }: DescribedModel,
  rows: readonly number[],
): WriteSteps<readonly Part[]> {
  const fields = attributes
    .filter(({ kind }) => kind === 'component' || kind === 'dynamiczone')
    .map(({ name }) => name);
  const slots = yield* readSlots(context, { uid, fields }, rows);
  const outer = new Set([...above, ...rows.map((row) => `${uid} ${row}`)]);
  const texts = new Map<string, string>();
  for (const [type, group] of groupBy(slots, (slot) => slot.type)) {
    const component = context.registry.components.get(type);
    if (!component) continue;
    const described = yield* describeRows(
      context,
      { uid: type, attributes: [...component.attributes.values()], above: outer },
      group.map(({ component: part }) => part).filter((part) => !outer.has(`${type} ${part}`)),
    );
    for (const [row, content] of described) {
      texts.set(`${type} ${row}`, JSON.stringify([type, ...content]));
    }
  }
  const byAttribute = groupBy(slots, ({ owner, field }) => `${field} ${owner}`);
  return fields.flatMap((field) =>
    rows.map((row) => {
      const own = byAttribute.get(`${field} ${row}`) ?? [];
      const text = own
        .map(({ type, component: part }) => texts.get(`${type} ${part}`) ?? '')
        .join();
      return { row, attribute: field, text };
    }),
  );
}
