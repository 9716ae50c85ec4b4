// Converts the change of a relation from documents to rows, once its targets are found.
import type { ConnectInput, RelationInput, TargetInput } from '../input.ts';
import type { RowChange } from './link-write.ts';
import { typedRow } from './linked-row.ts';
import type { OrderedConnect, RowGroup, RowPosition } from './order.ts';
import type { Targets } from './targets.ts';

/** The found targets of an attribute. */
export interface FoundTargets {
  /** uid of the target type; empty if each target names its own. */
  readonly uid: string;
  readonly targets: Targets;
}

/** Converts a change to rows. */
export function toRowChange(relation: RelationInput, { uid, targets }: FoundTargets): RowChange {
  if (relation.kind === 'set') return { kind: 'set', rows: relation.targets.map(rowsOf) };
  const toConnect = ({ target, position }: ConnectInput): OrderedConnect => ({
    rows: rowsOf(target),
    name: JSON.stringify(target),
    position: 'anchor' in position ? beside(position) : position,
  });
  return {
    kind: 'change',
    change: {
      connect: relation.connect.map(toConnect),
      disconnect: relation.disconnect.map(rowsOf),
      strict: relation.strict,
    },
  };

  function rowsOf(target: TargetInput): RowGroup {
    const { uid: own } = target;
    if (own === undefined) return targets.rowsOf(uid, target);
    return targets.rowsOf(own, target).map((id) => typedRow(id, own));
  }

  function beside({
    at,
    anchor,
  }: Extract<ConnectInput['position'], { readonly anchor: unknown }>): RowPosition {
    if (anchor.by === 'id') {
      const { id, uid: own } = anchor;
      const row = own === undefined ? id : typedRow(id, own);
      return { at, anchor: [row], shown: JSON.stringify({ [at]: id }) };
    }
    const rows = rowsOf(anchor);
    const isPlain = anchor.locale === null && targets.locale !== null;
    const locale = isPlain ? { locale: targets.locale } : {};
    return { at, anchor: rows, shown: JSON.stringify({ [at]: rows[0], ...locale }) };
  }
}
