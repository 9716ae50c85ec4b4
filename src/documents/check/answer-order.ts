// In charge of the order in which an answer lists what is wrong in an object and in a list, as measured on the real
// server: it checks all values at once, so what takes fewer rounds comes first. A value takes one round for its type
// and one for its limits, an object and a list one more than the longest inside, a look-up longer than all of these.
import type { Finding } from '../finding.ts';

/** Rounds of a value that must be looked up. */
export const LOOK_UP_ROUNDS: number = 1000;

/** What was found in one attribute. */
export interface AttributeFindings {
  /** As messages call the attribute: `sizes[1].name`. */
  readonly label: string;
  readonly findings: readonly Finding[];
  readonly rounds: number;
}

/**
 * The findings of an object's attributes: in the order of the schema. But an attribute counts as the first one whose
 * name stands anywhere in its label (`size` in `sizes`); what counts as the same comes by rounds, the last one first.
 * @param found In the order of the schema, only what has findings
 * @param names Of all attributes, in the order of the schema
 */
export function attributesInOrder(
  found: readonly AttributeFindings[],
  names: readonly string[],
): readonly Finding[] {
  if (found.length < 2) return found[0]?.findings ?? [];
  const placed = found.map(({ label, findings, rounds }) => {
    const at = names.findIndex((name) => label.includes(name));
    return { at, findings, rounds };
  });
  return joined(placed.toReversed().toSorted((a, b) => a.at - b.at || a.rounds - b.rounds));
}

/** The findings of a list's items: by rounds, then by index. */
export function itemsInOrder(
  items: readonly Pick<AttributeFindings, 'findings' | 'rounds'>[],
): readonly Finding[] {
  const found = items.filter(({ findings }) => findings.length > 0);
  const rounds = new Set(found.map((each) => each.rounds));
  return joined(rounds.size > 1 ? found.toSorted((a, b) => a.rounds - b.rounds) : found);
}

/** A loop: `flatMap` takes several times as long for the items of a large body. */
function joined(lists: readonly Pick<AttributeFindings, 'findings'>[]): readonly Finding[] {
  const all: Finding[] = [];
  for (const { findings } of lists) {
    for (const finding of findings) all.push(finding);
  }
  return all;
}
