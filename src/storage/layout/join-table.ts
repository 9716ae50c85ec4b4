// Tables of relations and components: their columns, names, indexes and keys (docs/strapi/storage.md, "Relations").
import type { Model, MorphAttribute, RelationAttribute } from '../../schema/types.ts';
import { idColumn, orderColumn, plainColumn, referenceColumn } from './columns.ts';
import { names } from './names.ts';
import type { ForeignKey, Index, Table } from './table.ts';

/** Column names of a join table, seen from the owner. */
export interface JoinNames {
  readonly table: string;
  readonly owner: string;
  readonly target: string;
  /** Orders the targets of an owner. */
  readonly order: string | null;
  /** Orders the owners of a target. */
  readonly inverseOrder: string | null;
}

/** Names of a relation's join table, from the owning model. */
export function joinNames(owner: Model, attribute: RelationAttribute, target: Model): JoinNames {
  const ownerId = names.idColumn(owner.singularName);
  const targetId = names.idColumn(target.singularName);
  const order = names.orderColumn(target.singularName);
  const inverseOrder = names.orderColumn(owner.singularName);
  const toMany = attribute.relation === 'oneToMany' || attribute.relation === 'manyToMany';
  const fromMany = attribute.relation === 'manyToOne' || attribute.relation === 'manyToMany';
  return {
    table: names.joinTable(names.table(owner.collectionName), attribute.name),
    owner: ownerId,
    // Names, not uids, decide: two types with the same singularName clash like a self relation.
    target: ownerId === targetId ? names.inverseIdColumn(target.singularName) : targetId,
    order: toMany ? order : null,
    inverseOrder:
      (attribute.inversedBy === undefined && !attribute.lacksInverse) || !fromMany
        ? null
        : toMany && order === inverseOrder
          ? names.inverseOrderColumn(owner.singularName)
          : inverseOrder,
  };
}

/** Join table of a relation. */
export function joinTable(owner: Model, attribute: RelationAttribute, target: Model): Table {
  const name = joinNames(owner, attribute, target);
  const by = attribute.name;
  const orders = [
    ...(name.order === null ? [] : [{ column: name.order, ending: 'ofk' }]),
    ...(name.inverseOrder === null ? [] : [{ column: name.inverseOrder, ending: 'oifk' }]),
  ];
  return {
    name: name.table,
    kind: 'links',
    uid: owner.uid,
    columns: [
      idColumn,
      referenceColumn(name.owner, by),
      referenceColumn(name.target, by),
      ...orders.map(({ column }) => orderColumn(column, by)),
    ],
    indexes: [
      index(name.table, 'fk', [name.owner]),
      index(name.table, 'ifk', [name.target]),
      { ...index(name.table, 'uq', [name.owner, name.target]), unique: true },
      ...orders.map(({ column, ending }) => index(name.table, ending, [column])),
      ...(name.inverseOrder === null
        ? []
        : [ownIndex(name.table, [name.target, name.inverseOrder])]),
    ],
    foreignKeys: [
      cascade(name.table, 'fk', {
        column: name.owner,
        references: names.table(owner.collectionName),
      }),
      cascade(name.table, 'ifk', {
        column: name.target,
        references: names.table(target.collectionName),
      }),
    ],
  };
}

/** Column names of a morphToMany table. */
export interface MorphNames {
  readonly table: string;
  readonly owner: string;
  readonly idColumn: string;
  readonly typeColumn: string;
}

/** Names of a morphToMany table, from the model with the attribute. */
export function morphNames(owner: Model, attribute: MorphAttribute): MorphNames {
  return {
    table: names.morphTable(names.table(owner.collectionName), attribute.name),
    owner: names.idColumn(owner.singularName),
    idColumn: names.idColumn(attribute.name),
    typeColumn: names.typeColumn(attribute.name),
  };
}

/** Table of a morphToMany attribute. */
export function morphTable(owner: Model, attribute: MorphAttribute): Table {
  const name = morphNames(owner, attribute);
  const by = attribute.name;
  return {
    name: name.table,
    kind: 'links',
    uid: owner.uid,
    columns: [
      idColumn,
      referenceColumn(name.owner, by),
      referenceColumn(name.idColumn, by),
      plainColumn(name.typeColumn, 'string', { attribute: by }),
      plainColumn('field', 'string', { attribute: by }),
      orderColumn('order', by),
    ],
    indexes: [
      index(name.table, 'fk', [name.owner]),
      index(name.table, 'oidx', ['order']),
      index(name.table, 'idix', [name.idColumn]),
    ],
    foreignKeys: [
      cascade(name.table, 'fk', {
        column: name.owner,
        references: names.table(owner.collectionName),
      }),
    ],
  };
}

/** The table that links a model to its components and dynamic zones. */
export function componentsTable({ uid, collectionName }: Model): Table {
  const entityKey = names.entityKey(collectionName);
  return {
    name: names.componentsTable(collectionName),
    kind: 'links',
    uid,
    columns: [
      idColumn,
      referenceColumn('entity_id'),
      referenceColumn('cmp_id'),
      plainColumn('component_type', 'string'),
      plainColumn('field', 'string'),
      orderColumn('order'),
    ],
    indexes: [
      { name: names.key([collectionName, 'field'], 'idx'), columns: ['field'], unique: false },
      {
        name: names.key([collectionName, 'component_type'], 'idx'),
        columns: ['component_type'],
        unique: false,
      },
      { name: entityKey, columns: ['entity_id'], unique: false },
      {
        name: names.key([collectionName], 'uq'),
        columns: ['entity_id', 'cmp_id', 'field', 'component_type'],
        unique: true,
      },
    ],
    foreignKeys: [
      {
        name: entityKey,
        column: 'entity_id',
        references: names.table(collectionName),
        onDelete: 'CASCADE',
      },
    ],
  };
}

function index(table: string, ending: string, columns: readonly string[]): Index {
  return { name: names.key([table], ending), columns, unique: false };
}

/** An index that Strapi neither creates nor drops: finds the last link of a row with many links. */
function ownIndex(table: string, columns: readonly string[]): Index {
  return { name: names.own(table), columns, unique: false };
}

function cascade(
  table: string,
  ending: string,
  key: Pick<ForeignKey, 'column' | 'references'>,
): ForeignKey {
  return { name: names.key([table], ending), ...key, onDelete: 'CASCADE' };
}
