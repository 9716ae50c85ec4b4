// Collects the steps of a plan and tracks retained values.
import {
  isSameStorage,
  overlaps,
  retainedStorage,
  type AttributeStorage,
  type MapUid,
  type StoredAttribute,
} from '../attribute-storage.ts';
import { zoneComponentOf, zoneForm } from '../former-components.ts';
import type { ChangeVersions } from './change-versions.ts';
import { retainedName, type ChangePlan, type RetainedValues, type Step } from './steps.ts';

type Move = Extract<Step, { readonly kind: 'move' }>;

/** Where the rows of a dynamic zone are. */
export type ZoneStorage = Extract<AttributeStorage, { readonly kind: 'rows' }>;

/** A dynamic zone after a change. */
export interface NarrowedZone {
  readonly uid: string;
  /** Its former name. */
  readonly from: string;
  readonly name: string;
  readonly storage: ZoneStorage;
  readonly allowed: readonly string[];
  /** Components that it took until now. */
  readonly components: readonly string[];
}

/** Builds a plan: new uids come first, then values that make way, then renames, then everything else. */
export class PlanBuilder {
  readonly change: ChangeVersions;
  readonly mapUid: MapUid;
  readonly #uids: Step[] = [];
  readonly #aside: Step[] = [];
  readonly #renames: Move[] = [];
  readonly #steps: Step[] = [];
  #retained: readonly RetainedValues[];

  constructor(change: ChangeVersions, mapUid: MapUid) {
    this.change = change;
    this.mapUid = mapUid;
    this.#retained = change.retained.map((values) => ({
      ...values,
      uid: mapUid(values.uid),
      form: mapForm(values.form, mapUid),
    }));
  }

  /** Adds a step. */
  add(step: Step): void {
    if (step.kind === 'renameUid' || step.kind === 'renameModel') this.#uids.push(step);
    else this.#steps.push(step);
  }

  /** Values get another name. */
  rename(move: Omit<Move, 'kind' | 'why'>): void {
    if (isSameStorage(move.from, move.to)) return;
    this.#renames.push({ kind: 'move', why: 'rename', ...move });
  }

  /** Records values that no attribute serves any more. */
  keep(values: Omit<RetainedValues, 'key'>): void {
    this.#retained = [...this.#retained, { key: this.nextKey(), ...values }];
  }

  /** An unused key for retained values. */
  nextKey(): number {
    return Math.max(0, ...this.#retained.map(({ key }) => key)) + 1;
  }

  /** Moves retained values away from columns where an attribute is going to store others. */
  makeWay(storage: AttributeStorage): void {
    for (const values of this.#retained) {
      if (!overlaps(values.storage, storage)) continue;
      const to = retainedStorage(values.storage, retainedName(values.key));
      this.#aside.push({
        kind: 'move',
        why: 'setAside',
        uid: values.uid,
        attribute: values.attribute ?? '',
        from: values.storage,
        to,
      });
      this.#replace(values, moved(values, to));
    }
  }

  /** Restores retained values of the same kind for an attribute; false if there are none. */
  restore(uid: string, { name, form, storage }: StoredAttribute): boolean {
    const match = this.#retained.findLast(
      (values) => values.uid === uid && values.attribute === name && values.form === form,
    );
    if (!match || !storage) return false;
    this.#replace(match, null);
    this.makeWay(storage);
    if (!isSameStorage(match.storage, storage)) {
      const move = { uid, attribute: name, from: match.storage, to: storage };
      this.#steps.push({ kind: 'move', why: 'restore', ...move });
    }
    this.#steps.push({ kind: 'restoreAttribute', uid, attribute: name, storage });
    return true;
  }

  /** Puts kept values that did not fit another type back to those of an attribute. */
  mergeConversionFailures(uid: string, { name, form, storage }: StoredAttribute): void {
    const match = this.#retained.findLast(
      (values) =>
        values.uid === uid &&
        values.attribute === name &&
        values.form === form &&
        values.storage.table === storage?.table,
    );
    const [from] = match?.storage.kind === 'columns' ? match.storage.columns : [];
    const [to] = storage?.kind === 'columns' ? storage.columns : [];
    if (!match || from === undefined || to === undefined || from !== retainedName(match.key))
      return;
    this.#replace(match, null);
    const { table } = match.storage;
    this.#steps.push({ kind: 'restoreSetAside', uid, attribute: name, table, from, to });
  }

  /** Records which components a dynamic zone takes no longer, and forgets those that it takes again. */
  narrowZone({ uid, from, name, storage, allowed, components }: NarrowedZone): void {
    const storageOf = (is: string): AttributeStorage => ({
      ...storage,
      type: { column: 'component_type', is },
    });
    const matching = this.#retained.filter(
      (values) => values.uid === uid && values.attribute === from,
    );
    const former = new Set<string>();
    for (const values of matching) {
      const component = zoneComponentOf(values.form);
      if (component === null) continue;
      former.add(component);
      const next = { ...values, attribute: name, storage: storageOf(component) };
      this.#replace(values, allowed.includes(component) ? null : next);
    }
    for (const component of components.filter((each) => !former.has(each))) {
      const form = zoneForm(component);
      const where = storageOf(component);
      this.keep({ uid, attribute: name, form, storage: where, raw: {}, attributes: [] });
    }
  }

  /** Restores a retained model that has the same table; null if there is none. */
  takeModel(uid: string, table: string): RetainedValues | null {
    const match = this.#retained.findLast(
      (values) => values.uid === uid && values.attribute === null && values.storage.table === table,
    );
    if (match) this.#replace(match, null);
    return match ?? null;
  }

  /** The plan. */
  finish(): ChangePlan {
    const steps = [...this.#uids, ...this.#aside, ...inOrder(this.#renames), ...this.#steps];
    return { steps, retained: this.#retained };
  }

  #replace(values: RetainedValues, next: RetainedValues | null): void {
    this.#retained = this.#retained.flatMap((each) =>
      each !== values ? [each] : next ? [next] : [],
    );
  }
}

/** Retained values under another name; the columns of a model move with its table. */
function moved(values: RetainedValues, to: AttributeStorage): RetainedValues {
  const { table } = values.storage;
  const attributes = values.attributes.map((attribute) =>
    attribute.storage?.table === table
      ? { ...attribute, storage: { ...attribute.storage, table: to.table } }
      : attribute,
  );
  return { ...values, storage: to, attributes };
}

/** Names that are exchanged go through a temporary one. */
function inOrder(moves: readonly Move[]): readonly Move[] {
  const isTaken = (move: Move): boolean =>
    moves.some((other) => other !== move && overlaps(other.from, move.to));
  const first = moves.map((move, i) =>
    isTaken(move) ? { ...move, to: retainedStorage(move.from, `quoin_moved_${i}`) } : move,
  );
  const second = moves.flatMap((move, i) => {
    const half = first[i];
    return half && half.to !== move.to ? [{ ...move, from: half.to }] : [];
  });
  return [...first, ...second];
}

function mapForm(form: string, mapUid: MapUid): string {
  const [, phrase = '', uid = ''] = /^(.* )(\S+)$/.exec(form) ?? [];
  return phrase === '' || phrase.endsWith(' as ') ? form : `${phrase}${mapUid(uid)}`;
}
