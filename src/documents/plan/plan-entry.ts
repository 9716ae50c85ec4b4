// Plans the rows of an entry: from the checked data, the found targets and the stored components it decides which rows are
// inserted, updated and removed, and how their links change. A pure function.
import type { ComponentAttribute, DynamicZoneAttribute } from '../../schema/types.ts';
import { groupBy } from '../../base/group-by.ts';
import { notRelated } from '../check/component-item.ts';
import { componentFields, slotsTable, type ComponentSlot } from '../components/component-slots.ts';
import type { SlotsOf } from '../components/stored-components.ts';
import type { ComponentInput, EntryInput } from '../input.ts';
import type { PublishedRow, RowChange } from '../links/link-write.ts';
import { toRowChange } from '../links/row-change.ts';
import { targetUid, type Targets } from '../links/targets.ts';
import type { RowValues } from '../rows/entry-rows.ts';
import type { WriteContext } from '../write-context.ts';

/** A row to be inserted or updated: that of a document, or a component. */
export interface PlannedRow {
  readonly input: EntryInput;
  /** A hook may change them. */
  values: RowValues;
  /** The changes of links by attribute, which a hook may change as well. */
  links: LinkChanges;
  /** True if this write inserts the row, so it has no components or links yet. */
  readonly created: boolean;
  /** 0 until it is inserted. */
  id: number;
  /** The published row of a draft; null if there is none in its locale, or the type has no drafts. */
  readonly published: PublishedRow | null;
}

type LinkChanges = ReadonlyMap<string, RowChange>;

/** A component to be inserted or updated, and its slot. */
export interface PlannedComponent extends PlannedRow {
  readonly input: ComponentInput;
  readonly owner: PlannedRow;
  readonly field: string;
  /** The position in a list, which a hook may change; null for a single component. */
  order: number | null;
  /** The existing slot; null for a new component. */
  readonly slot: ComponentSlot | null;
}

/** The planned changes of the row of a document and its components. */
export interface EntryPlan {
  /** The row of the document. */
  readonly root: PlannedRow;
  /** True if it is the first row of its document. */
  readonly isFirst: boolean;
  /** All rows, grouped by model and level, starting with the root. */
  readonly groups: readonly (readonly PlannedRow[])[];
  readonly components: readonly PlannedComponent[];
  /** Components to be removed, by the table of their slots. */
  readonly removed: ReadonlyMap<string, readonly ComponentSlot[]>;
  /** The stored components: those of the sent attributes, or of all rows of a publication. */
  readonly stored: SlotsOf;
}

/** What an entry is planned from, besides its row. */
interface EntryContext extends Pick<EntryPlan, 'isFirst' | 'stored'> {
  readonly targets: Targets;
}

/** Plans the row of a document and its components. @throws AppError for the id of a component that the attribute does not contain */
export function planEntry(
  context: WriteContext,
  row: Omit<PlannedRow, 'links'>,
  { targets, isFirst, stored }: EntryContext,
): EntryPlan {
  const { input, values, created, id, published } = row;
  const links = linkChanges(context, input, targets);
  const root: PlannedRow = { input, values, links, created, id, published };
  const groups: (readonly PlannedRow[])[] = [[root]];
  if (input.components.size === 0) {
    return { root, isFirst, groups, components: [], removed: NONE_REMOVED, stored };
  }
  const components: PlannedComponent[] = [];
  const removed = new Map<string, ComponentSlot[]>();
  for (const group of groups) {
    const planned = group.flatMap((owner) => {
      const { uid, components: sent } = owner.input;
      const fields = componentFields(context, uid).filter((field) => sent.has(field));
      const slots = owner.created ? [] : stored(uid, owner.id);
      return fields.flatMap((field) => {
        const own = slots.filter((slot) => slot.field === field);
        const found = componentsOf(context, owner, { field, own, targets });
        const used = new Set(found.flatMap(({ slot }) => (slot ? [slot.id] : [])));
        const unused = own.filter((slot) => !used.has(slot.id));
        const table = slotsTable(context, uid, field);
        if (unused.length > 0) removed.set(table, [...(removed.get(table) ?? []), ...unused]);
        return found;
      });
    });
    components.push(...planned);
    groups.push(...groupBy(planned, (component) => component.input.uid).values());
  }
  return { root, isFirst, groups, components, removed, stored };
}

const NONE_REMOVED: EntryPlan['removed'] = new Map();
const NO_LINKS: LinkChanges = new Map();

function linkChanges(
  context: WriteContext,
  { uid, relations }: EntryInput,
  targets: Targets,
): LinkChanges {
  if (relations.size === 0) return NO_LINKS;
  const changes = Array.from(relations, ([name, relation]) => {
    const found = { uid: targetUid(context, uid, name), targets };
    return [name, toRowChange(relation, found)] as const;
  });
  return new Map(changes);
}

interface Field extends Pick<EntryContext, 'targets'> {
  readonly field: string;
  /** Its stored components. */
  readonly own: readonly ComponentSlot[];
}

function componentsOf(
  context: WriteContext,
  owner: PlannedRow,
  { field, own, targets }: Field,
): readonly PlannedComponent[] {
  const attribute = context.registry.attribute(owner.input.uid, field) as
    | ComponentAttribute
    | DynamicZoneAttribute;
  const isList = attribute.kind === 'dynamiczone' || attribute.repeatable;
  const slots = new Map(own.map((slot) => [slotKey(attribute, slot), slot]));
  return (owner.input.components.get(field) ?? []).map((input, i) => {
    const isNew = owner.created || input.id === null;
    const slot = isNew ? null : slotOf(attribute, slots, input);
    return {
      input,
      values: input.values,
      links: linkChanges(context, input, targets),
      created: slot === null,
      id: slot?.component ?? 0,
      published: null,
      owner,
      field,
      order: isList ? i + 1 : null,
      slot,
    };
  });
}

/** The key of a slot. In a component attribute the id is enough; in a dynamic zone the type is needed as well. */
function slotKey(
  { kind }: ComponentAttribute | DynamicZoneAttribute,
  { component, type }: Pick<ComponentSlot, 'component' | 'type'>,
): string {
  return kind === 'component' ? String(component) : `${type} ${component}`;
}

function slotOf(
  attribute: ComponentAttribute | DynamicZoneAttribute,
  slots: ReadonlyMap<string, ComponentSlot>,
  { id, uid }: ComponentInput,
): ComponentSlot {
  const slot = slots.get(slotKey(attribute, { component: id ?? 0, type: uid }));
  if (!slot) throw notRelated(attribute);
  return slot;
}
