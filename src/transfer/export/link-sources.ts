// Sources of links, one for each owning attribute between exported rows: the table, and how its rows become lines
// (docs/strapi/archives.md).
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, Model, RelationAttribute, ScalarType } from '../../schema/types.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import type { Row } from '../../storage/session.ts';
import { isTransferred, type LinkEnd, type LinkLine } from '../archive/lines.ts';

/** A link to write; a morph link may explicitly have no field on the right. */
export interface WrittenLink extends Omit<LinkLine, 'right'> {
  readonly right: Omit<LinkEnd, 'field'> & { readonly field?: string | null };
}

/** A link whose ends may be missing. */
export interface ReadLink {
  readonly left: { readonly type: string; readonly id: number };
  /** `id` is null if the right end is not a row and need not exist. */
  readonly right: { readonly type: string; readonly id: number | null };
  /** Called if both ends exist. */
  line(): WrittenLink;
}

/** A table with the links of an attribute. */
export interface LinkTableSource {
  readonly table: string;
  readonly columns: readonly { readonly column: string; readonly as: ScalarType }[];
  /** Returns the link of a row (its id, then the columns), or null. */
  linkOf(row: Row): ReadLink | null;
}

/** All sources in the order of an archive. */
export function linkSources(registry: Registry, layout: Layout): readonly LinkTableSource[] {
  return [...registry.models()].filter(isTransferred).flatMap((model) =>
    [...model.attributes.values()].flatMap((attribute) => {
      const source = sourceOf(model, attribute, { registry, layout });
      return source ? [source] : [];
    }),
  );
}

interface SchemaAndLayout {
  readonly registry: Registry;
  readonly layout: Layout;
}

function sourceOf(
  model: Model,
  attribute: Attribute,
  schemaAndLayout: SchemaAndLayout,
): LinkTableSource | null {
  const { registry, layout } = schemaAndLayout;
  switch (attribute.kind) {
    case 'localizations':
      return localizations(model, layout);
    case 'relation':
      return attribute.mappedBy === undefined && isTransferred(registry.model(attribute.target))
        ? relationSource(model, attribute, layout)
        : null;
    case 'morph':
      return morphSource(model, attribute, schemaAndLayout);
    default:
      return null;
  }
}

/** Strapi links each row to the other rows of its document by documentId. */
function localizations({ uid }: Model, layout: Layout): LinkTableSource {
  const kind = 'relation.circular';
  const relation = 'oneToMany';
  return {
    table: layout.table(uid),
    columns: [{ column: 'document_id', as: 'string' }],
    linkOf: ([id, document]) => {
      if (typeof document !== 'string') return null;
      const ref = Number(id);
      return {
        left: { type: uid, id: ref },
        right: { type: uid, id: null },
        line: () => ({
          kind,
          relation,
          left: { type: uid, ref, field: 'localizations' },
          right: { type: uid, ref: document },
        }),
      };
    },
  };
}

function relationSource(
  { uid }: Model,
  attribute: RelationAttribute,
  layout: Layout,
): LinkTableSource {
  const { name: field, target, relation, inversedBy } = attribute;
  const kind = target === uid ? 'relation.circular' : 'relation.basic';
  const link = layout.link(uid, field);
  if (link.kind === 'column') {
    return {
      table: layout.table(uid),
      columns: [{ column: link.column, as: 'integer' }],
      linkOf: ([own, other]) => {
        const left = { type: uid, ref: Number(own), field };
        const right = other === null ? null : { type: target, ref: Number(other) };
        return right && between(left, right, { kind, relation });
      },
    };
  }
  if (link.kind !== 'joinTable') throw new Error(`${uid} ${field} owns no links`);
  const { table, near, far, order, inverseOrder } = link;
  return {
    table,
    columns: [
      { column: near, as: 'integer' },
      { column: far, as: 'integer' },
      ...[order, inverseOrder].flatMap((column) =>
        column === null ? [] : [{ column, as: 'float' as const }],
      ),
    ],
    linkOf: ([, own, other, ...positions]) => {
      if (own === null || other === null) return null;
      const [pos, inversePos] = order === null ? [undefined, positions[0]] : positions;
      const left = { type: uid, field, ref: Number(own) };
      const inverse = inversedBy === undefined ? {} : { field: inversedBy };
      const right = { type: target, ...inverse, ref: Number(other) };
      return between(
        { ...left, ...posOf(order, pos) },
        { ...right, ...posOf(inverseOrder, inversePos) },
        { kind, relation },
      );
    },
  };
}

function posOf(column: string | null, pos: unknown): { readonly pos?: number | null } {
  if (column === null) return {};
  return { pos: typeof pos === 'number' ? pos : null };
}

type Side<T extends 'left' | 'right'> = WrittenLink[T] & { readonly ref: number };

function between(
  left: Side<'left'>,
  right: Side<'right'>,
  properties: Pick<LinkLine, 'kind' | 'relation'>,
): ReadLink {
  return {
    left: { type: left.type, id: left.ref },
    right: { type: right.type, id: right.ref },
    line: () => ({ ...properties, left, right }),
  };
}

function morphSource(
  { uid }: Model,
  attribute: Attribute & { readonly kind: 'morph' },
  { registry, layout }: SchemaAndLayout,
): LinkTableSource | null {
  const { name: field, relation } = attribute;
  const link = layout.link(uid, field);
  const properties = { kind: 'relation.morph', relation } as const;
  const isKnown = (type: unknown): type is string =>
    typeof type === 'string' && registry.has(type) && isTransferred({ uid: type });
  if (link.kind === 'morphColumns') {
    return {
      table: layout.table(uid),
      columns: [
        { column: link.idColumn, as: 'integer' },
        { column: link.typeColumn, as: 'string' },
      ],
      linkOf: ([own, other, type]) => {
        if (other === null || !isKnown(type)) return null;
        const left = { type: uid, ref: Number(own), field };
        return between(left, { type, ref: Number(other) }, properties);
      },
    };
  }
  if (link.kind !== 'morphTable') return null;
  return {
    table: link.table,
    columns: [
      { column: link.near, as: 'integer' },
      { column: link.idColumn, as: 'integer' },
      { column: link.typeColumn, as: 'string' },
      { column: 'field', as: 'string' },
      { column: 'order', as: 'float' },
    ],
    linkOf: ([, own, other, type, otherField, order]) => {
      if (own === null || other === null || !isKnown(type)) return null;
      const left = { type: uid, field, ref: Number(own) };
      const seenAs = typeof otherField === 'string' ? otherField : null;
      const right = { ref: Number(other), ...posOf('order', order), type, field: seenAs };
      return between(left, right, properties);
    },
  };
}
