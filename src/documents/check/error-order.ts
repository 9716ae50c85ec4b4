// Orders the errors of objects and lists as Strapi reports them. Strapi checks all values concurrently, so errors that need
// fewer rounds come first: a value needs one round for its type and one for its limits, an object or a list one more than
// the longest inside, and a lookup needs the most.
import type { Finding } from './finding.ts';

/** Rounds of a value that needs a lookup. */
export const LOOK_UP_ROUNDS: number = 1000;

export interface AttributeFindings {
  /** The name in messages, such as `sizes[1].name`. */
  readonly label: string;
  readonly findings: readonly Finding[];
  readonly rounds: number;
}

/**
 * The findings of the attributes of an object, in the order of the schema. An attribute is sorted like the first one whose
 * name is part of its label (`size` in `sizes`). Attributes in the same position are sorted by rounds, the last one first.
 * @param found Attributes with findings, in the order of the schema
 * @param names Names of all attributes, in the order of the schema
 */
export function sortAttributeFindings(
  found: readonly AttributeFindings[],
  names: readonly string[],
): readonly Finding[] {
  if (found.length < 2) return found[0]?.findings ?? [];
  const positioned = found.map(({ label, findings, rounds }) => {
    const at = names.findIndex((name) => label.includes(name));
    return { at, findings, rounds };
  });
  return concatenate(
    positioned.toReversed().toSorted((a, b) => a.at - b.at || a.rounds - b.rounds),
  );
}

/** The findings of the items of a list, by rounds and then by index. */
export function sortItemFindings(
  items: readonly Pick<AttributeFindings, 'findings' | 'rounds'>[],
): readonly Finding[] {
  const found = items.filter(({ findings }) => findings.length > 0);
  const rounds = new Set(found.map((each) => each.rounds));
  return concatenate(rounds.size > 1 ? found.toSorted((a, b) => a.rounds - b.rounds) : found);
}

/** Concatenates findings. A loop is several times as fast as `flatMap` for a large body. */
function concatenate(lists: readonly Pick<AttributeFindings, 'findings'>[]): readonly Finding[] {
  const all: Finding[] = [];
  for (const { findings } of lists) {
    for (const finding of findings) all.push(finding);
  }
  return all;
}
