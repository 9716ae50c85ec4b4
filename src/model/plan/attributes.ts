// Plans what happens to the values of a model's attributes.
import { toTexts } from '../../schema/raw.ts';
import { isScalarType } from '../../schema/check-attribute.ts';
import type { ScalarType } from '../../schema/types.ts';
import type { Column } from '../../storage/layout/table.ts';
import { overlaps, type StoredAttribute } from '../attribute-storage.ts';
import type { PlanBuilder, ZoneStorage } from './plan-builder.ts';
import { isMultiValued, tightenedRules, withRenamedValues } from './rules.ts';
import { retainedName } from './steps.ts';

/** The attributes of a model before and after a change. */
export interface AttributeChange {
  readonly uid: string;
  readonly former: ReadonlyMap<string, StoredAttribute>;
  readonly requested: ReadonlyMap<string, StoredAttribute>;
  /** Former names by names. */
  readonly names: ReadonlyMap<string, string>;
  /** Renamed values of enumerations by attribute. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** `new`: it has no table yet; `restored`: its table was kept, and attributes of other types get no values. */
  readonly state: 'new' | 'restored' | 'changed';
}

/** Plans the attributes of a model. */
export function planAttributes(builder: PlanBuilder, change: AttributeChange): void {
  const { uid, former, requested, names, state } = change;
  const renamed = new Set(names.values());
  const predecessorOf = ({ name }: StoredAttribute): StoredAttribute | undefined => {
    const from = names.get(name);
    if (from !== undefined) return former.get(from);
    return renamed.has(name) ? undefined : former.get(name);
  };
  const pairs = [...requested.values()].map((attribute) => {
    const predecessor = predecessorOf(attribute);
    const carries =
      predecessor &&
      (predecessor.form === attribute.form ||
        (state === 'changed' && isPlainScalar(predecessor) && isPlainScalar(attribute)));
    return { attribute, predecessor, carries };
  });
  const carried = new Set(
    pairs.flatMap(({ predecessor, carries }) => (carries ? [predecessor] : [])),
  );
  const left = [...former.values()].filter((each) => !carried.has(each));
  for (const attribute of left) keepAttribute(builder, uid, attribute);
  for (const { attribute, predecessor, carries } of pairs) {
    if (predecessor && carries) planSuccessor(builder, change, { predecessor, attribute });
    else planAddition(builder, change, attribute);
  }
}

/** A password is never served as another value. */
function isPlainScalar({ form }: StoredAttribute): boolean {
  return isScalarType(form) && form !== 'password';
}

function keepAttribute(builder: PlanBuilder, uid: string, attribute: StoredAttribute): void {
  const { name, form, storage, raw } = attribute;
  if (form === null || storage === null) return;
  builder.add({ kind: 'keepAttribute', uid, attribute: name, storage });
  builder.keep({ uid, attribute: name, form, storage, raw, attributes: [] });
}

function planAddition(
  builder: PlanBuilder,
  { uid, state }: AttributeChange,
  attribute: StoredAttribute,
): void {
  const { storage } = attribute;
  if (storage === null) return;
  // Values that are kept of a model with another table belong to rows of that table.
  if (state !== 'new' && builder.restore(uid, attribute)) return;
  builder.makeWay(storage);
  if (state === 'new' && storage.kind === 'columns') return;
  builder.add({ kind: 'addAttribute', uid, attribute: attribute.name, storage });
}

interface Replacement {
  readonly predecessor: StoredAttribute;
  readonly attribute: StoredAttribute;
}

function planSuccessor(
  builder: PlanBuilder,
  { uid, values }: AttributeChange,
  { predecessor, attribute }: Replacement,
): void {
  const { name, storage } = attribute;
  if (storage === null || predecessor.storage === null) return;
  if (!overlaps(predecessor.storage, storage)) builder.makeWay(storage);
  builder.rename({ uid, attribute: name, from: predecessor.storage, to: storage });
  const pairs = values.get(name);
  const [column] = storage.kind === 'columns' ? storage.columns : [];
  const { table } = storage;
  if (pairs && pairs.size > 0 && column !== undefined) {
    builder.add({ kind: 'renameValues', uid, attribute: name, table, column, values: [...pairs] });
  }
  if (predecessor.form !== attribute.form) planConversion(builder, uid, { predecessor, attribute });
  if (storage.kind === 'rows' && attribute.form === 'dynamiczone') {
    planZone(builder, uid, { from: predecessor, name, storage, raw: attribute.raw });
  }
  if (isMultiValued(predecessor.raw) && !isMultiValued(attribute.raw)) {
    builder.add({ kind: 'limitToOne', uid, attribute: name, storage });
  }
  if (column === undefined) return;
  const rules = tightenedRules(withRenamedValues(predecessor.raw, pairs), attribute.raw);
  for (const rule of rules) {
    builder.add({ kind: 'tighten', uid, attribute: name, rule, table, column });
  }
}

interface ZoneChange {
  readonly from: StoredAttribute;
  readonly name: string;
  readonly storage: ZoneStorage;
  readonly raw: StoredAttribute['raw'];
}

/** Components that a zone no longer takes. Those that are removed themselves are kept as models. */
function planZone(
  builder: PlanBuilder,
  uid: string,
  { from, name, storage, raw }: ZoneChange,
): void {
  const allowed = toTexts(raw['components']);
  const { registry } = builder.change.requested;
  const components = toTexts(from.raw['components'])
    .map(builder.mapUid)
    .filter((each) => !allowed.includes(each) && registry.components.has(each));
  builder.narrowZone({ uid, from: from.name, name, storage, allowed, components });
  if (components.length === 0) return;
  const { table, field } = storage;
  builder.add({ kind: 'narrowZone', uid, attribute: name, table, field, components });
}

function planConversion(
  builder: PlanBuilder,
  uid: string,
  { predecessor, attribute }: Replacement,
): void {
  const { name, storage, form } = attribute;
  const { layout } = builder.change.requested;
  const table = layout.tables.find((each) => each.name === storage?.table);
  const column = table?.columns.find((each) => each.attribute === name);
  if (!table || !column || predecessor.storage === null) return;
  const keeps = builder.change.setsAside(uid, name);
  const key = builder.nextKey();
  const setAsideColumn = keeps ? retainedName(key) : null;
  builder.add({
    kind: 'convert',
    uid,
    attribute: name,
    table: table.name,
    column: withoutNotNull(column),
    from: scalarOf(predecessor.form),
    to: scalarOf(form),
    setAsideColumn,
  });
  builder.mergeConversionFailures(uid, attribute);
  if (setAsideColumn === null) return;
  builder.keep({
    uid,
    attribute: name,
    form: scalarOf(predecessor.form),
    storage: { kind: 'columns', table: table.name, columns: [setAsideColumn] },
    raw: predecessor.raw,
    attributes: [],
  });
}

/** Values that do not fit leave NULL. */
function withoutNotNull(column: Column): Column {
  return { ...column, notNullable: false };
}

function scalarOf(form: string | null): ScalarType {
  if (!isScalarType(form)) throw new Error(`${form} is not a scalar type`);
  return form;
}
