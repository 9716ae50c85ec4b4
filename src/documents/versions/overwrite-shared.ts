// In charge of writing shared values over those of other rows: columns, files and components.
import type { Attribute, ContentType } from '../../schema/types.ts';
import { overwriteRows } from '../../storage/row-copies.ts';
import type { Writing } from '../../storage/database.ts';
import { componentsColumns, placesTable, readPlaces } from '../component-places.ts';
import type { DocumentRow } from '../document-rows.ts';
import { removeComponents } from '../remove.ts';
import { readPlacesIn } from '../placed-components.ts';
import type { WriteContext } from '../write-context.ts';
import type { RowCopy } from './copy.ts';
import { copyParts } from './copy-parts.ts';
import { ownLinks } from './model-links.ts';
import { removePendingLinksFrom } from './pending-links.ts';
import { readStoredLinks } from './stored-links.ts';

/** A row that gets values of another one. */
export interface Receiver {
  readonly row: DocumentRow;
  readonly source: number;
  readonly attributes: readonly Attribute[];
}

/** Overwrites attributes of rows of a document. */
export function* overwriteShared(
  context: WriteContext,
  type: ContentType,
  receivers: readonly Receiver[],
): Writing<void> {
  if (receivers.length === 0) return;
  const attributes = [...new Set(receivers.flatMap((each) => each.attributes))];
  yield* overwriteValues(context, type, { receivers, attributes });
  const parts = new Set(attributes.filter(({ kind }) => kind !== 'scalar'));
  const ofParts = receivers.filter((each) => each.attributes.some((part) => parts.has(part)));
  if (ofParts.length === 0) return;
  yield* removeParts(context, type, { receivers: ofParts, attributes: [...parts] });
  const copies = ofParts.map((each) => toCopy(type, each));
  const attributeNames = new Set([...parts].map(({ name }) => name));
  const sources = new Set(copies.map(({ from }) => from));
  const placesIn = yield* readPlacesIn(context, type.uid, [...sources]);
  yield* copyParts(context, { uid: type.uid, attributes: attributeNames, copies }, placesIn);
}

/** A row that takes on parts of a row of the same version in another locale. */
function toCopy({ uid, draftAndPublish }: ContentType, { row, source }: Receiver): RowCopy {
  const status = row.isDraft ? 'draft' : 'published';
  const { id, locale } = row;
  const version = { status: draftAndPublish ? status : null, locale } as const;
  return {
    from: source,
    to: id,
    root: { uid, id, version, source: version.status, replaced: null },
  };
}

interface Overwriting {
  readonly receivers: readonly Receiver[];
  readonly attributes: readonly Attribute[];
}

function* overwriteValues(
  context: WriteContext,
  { uid }: ContentType,
  { receivers, attributes }: Overwriting,
): Writing<void> {
  const { layout, dialect } = context;
  const copied = attributes
    .filter(({ kind }) => kind === 'scalar')
    .map(({ name }) => layout.column(uid, name));
  const now = Date.now();
  const drafts = receivers.flatMap(({ row }) => (row.isDraft ? [row] : []));
  yield* overwriteRows(
    context,
    { table: layout.table(uid), copied, given: [layout.column(uid, 'updatedAt')] },
    receivers.map(({ row, source }) => {
      const draft = drafts.find(({ locale }) => locale === row.locale);
      const time = draft && isModified(draft, row) ? now - 1 : now;
      return [row.id, source, dialect.store('datetime', time)];
    }),
  );
}

/** True for a draft that was changed after it was published: what is shared does not make it less so. */
function isModified(draft: DocumentRow, row: DocumentRow): boolean {
  return !row.isDraft && (draft.updatedAt ?? 0) > (row.updatedAt ?? 0);
}

/** Takes away what stands in attributes. */
function* removeParts(
  context: WriteContext,
  { uid }: ContentType,
  { receivers, attributes }: Overwriting,
): Writing<void> {
  const rows = receivers.map(({ row }) => row.id);
  const links = ownLinks(context, uid).filter(({ attribute }) => attributes.includes(attribute));
  for (const link of links) {
    const stored = yield* readStoredLinks(context, [{ link, side: 'near', rows }]);
    const ids = stored.map(({ id }) => id);
    yield* context.statements.delete(link.place.table, [{ column: 'id', in: ids }]);
  }
  const fields = attributes
    .filter(({ kind }) => kind === 'component' || kind === 'dynamiczone')
    .map(({ name }) => name);
  const [field] = fields;
  if (field === undefined) return;
  const places = yield* readPlaces(context, { uid, fields }, rows);
  const { entity, field: name } = componentsColumns;
  yield* context.statements.delete(placesTable(context, uid, field), [
    { column: entity, in: rows },
    { column: name, in: fields },
  ]);
  yield* removePendingLinksFrom(context, yield* removeComponents(context, places));
}
