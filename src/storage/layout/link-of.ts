// Link of an attribute: its kind with all names, from the owner or the other side (docs/strapi/storage.md,
// "Relations").
import { FILE } from '../../schema/built-in/uids.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, Model, MorphAttribute, RelationAttribute } from '../../schema/types.ts';
import { joinNames, morphNames } from './join-table.ts';
import type { Link } from './link.ts';
import { MORPH_COLUMNS } from './model-table.ts';
import { names } from './names.ts';

/** The morphToMany attribute of files, the other side of every media attribute. */
const FILE_SIDE = 'related';

/** Returns the link of an attribute that is not a scalar. @throws Error if its other side is not in the registry */
export function linkOf(model: Model, attribute: Attribute, registry: Registry): Link {
  if ('unlinked' in attribute) return { kind: 'none' };
  switch (attribute.kind) {
    case 'relation':
      return attribute.mappedBy === undefined
        ? ownerLink(model, attribute, registry)
        : inverseLink(model, attribute, registry);
    case 'localizations':
      return { kind: 'siblings' };
    case 'media':
      return morphInverse(model, attribute.name, morphSide(registry, FILE, FILE_SIDE));
    case 'morph':
      return morphLink(model, attribute, registry);
    case 'component':
    case 'dynamiczone':
      return {
        kind: 'components',
        table: names.componentsTable(model.collectionName),
        field: attribute.name,
      };
    case 'scalar':
      throw new Error(`${model.uid} ${attribute.name} is not a link`);
  }
}

function ownerLink(model: Model, attribute: RelationAttribute, registry: Registry): Link {
  const exclusive = isExclusive(attribute);
  if (!attribute.useJoinTable)
    return { kind: 'column', column: names.idColumn(attribute.name), exclusive };
  const { table, owner, target, order, inverseOrder } = joinNames(
    model,
    attribute,
    registry.model(attribute.target),
  );
  return { kind: 'joinTable', table, near: owner, far: target, order, inverseOrder, exclusive };
}

function inverseLink(model: Model, attribute: RelationAttribute, registry: Registry): Link {
  const { target, mappedBy } = attribute;
  const owner = registry.model(target);
  const relation = owner.attributes.get(mappedBy ?? '');
  if (relation?.kind !== 'relation') throw new Error(`no relation ${target} ${mappedBy}`);
  if (!relation.useJoinTable)
    return { kind: 'inverseColumn', column: names.idColumn(relation.name) };
  const join = joinNames(owner, relation, model);
  return {
    kind: 'joinTable',
    table: join.table,
    near: join.target,
    far: join.owner,
    order: join.inverseOrder,
    inverseOrder: join.order,
    exclusive: isExclusive(attribute),
  };
}

/** True for the "one" side of a link that both sides know (docs/strapi/writing.md, "Targets with one owner"). */
function isExclusive(attribute: RelationAttribute): boolean {
  const { relation, inversedBy, mappedBy } = attribute;
  const isTwoWay = inversedBy !== undefined || mappedBy !== undefined || attribute.lacksInverse;
  return isTwoWay === true && (relation === 'oneToOne' || relation === 'oneToMany');
}

/** Model and attribute on the other side of a morph relation. */
interface MorphSide {
  readonly model: Model;
  readonly attribute: MorphAttribute;
}

function morphSide(registry: Registry, uid: string, name: string): MorphSide {
  const model = registry.model(uid);
  const attribute = model.attributes.get(name);
  if (attribute?.kind !== 'morph') throw new Error(`no morph attribute ${uid} ${name}`);
  return { model, attribute };
}

function morphLink(model: Model, attribute: MorphAttribute, registry: Registry): Link {
  if (attribute.relation === 'morphToOne') return { kind: 'morphColumns', ...MORPH_COLUMNS };
  if (attribute.relation === 'morphToMany') {
    const { table, owner, idColumn, typeColumn } = morphNames(model, attribute);
    return { kind: 'morphTable', table, near: owner, idColumn, typeColumn };
  }
  const side = morphSide(registry, attribute.target ?? '', attribute.morphBy ?? '');
  return side.attribute.relation === 'morphToOne'
    ? { kind: 'morphColumnsInverse', ...MORPH_COLUMNS, type: model.uid }
    : morphInverse(model, attribute.name, side);
}

/** `field` names the attribute of the linked row, not of the owner. */
function morphInverse(model: Model, field: string, side: MorphSide): Link {
  const { table, owner, idColumn, typeColumn } = morphNames(side.model, side.attribute);
  return { kind: 'morphInverse', table, far: owner, idColumn, typeColumn, type: model.uid, field };
}
