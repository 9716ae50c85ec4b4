// In charge of what a relation input means once its targets are found: the same change, of rows.
import type { ConnectInput, RelationInput, TargetInput } from './input.ts';
import type { RowChange } from './links.ts';
import type { OrderedConnect, RowPosition } from './order.ts';
import type { Targets } from './targets.ts';

/** The found targets of an attribute. */
export interface FoundTargets {
  /** uid of the type that the attribute leads to. */
  readonly uid: string;
  readonly targets: Targets;
}

/** A change of rows instead of documents. */
export function toRowChange(relation: RelationInput, { uid, targets }: FoundTargets): RowChange {
  const rowsOf = (target: TargetInput) => targets.rowsOf(uid, target);
  if (relation.kind === 'set') return { kind: 'set', rows: relation.targets.map(rowsOf) };
  const placed = ({ target, position }: ConnectInput): OrderedConnect => ({
    rows: rowsOf(target),
    name: JSON.stringify(target),
    position:
      'anchor' in position ? beside(position, targets.rowsOf(uid, position.anchor)) : position,
  });
  return {
    kind: 'change',
    change: {
      connect: relation.connect.map(placed),
      disconnect: relation.disconnect.map(rowsOf),
      strict: relation.strict,
    },
  };

  function beside(
    { at, anchor }: Extract<ConnectInput['position'], { readonly anchor: unknown }>,
    rows: readonly number[],
  ): RowPosition {
    const shown = JSON.stringify({ [at]: rows[0], locale: anchor.locale ?? targets.locale });
    return { at, anchor: rows, shown };
  }
}
