// In charge of blocks: a list of nodes, as JSON text too (docs/strapi/writing.md, "Blocks"; D2 and D14).
import { passed, refused, SKIPPED, type ScalarResult } from '../scalar-result.ts';
import { storableJson } from '../storable-json.ts';
import type { Subject } from '../subject.ts';
import { blocksShape } from './nodes.ts';
import { Place } from './place.ts';

/** Checks a value that is not null, and not too deep. */
export function checkBlocks(value: unknown, { label }: Subject): ScalarResult {
  const blocks = blocksShape.cast(value, 0);
  const { faults } = blocksShape.check(blocks, Place.whole(label, value));
  if (faults.length > 0) {
    const failures = faults.map(({ place, value: shown, message }) => ({
      path: place.path(),
      message: message(place.label()),
      ...(shown === undefined ? {} : { value: shown }),
    }));
    return { ...SKIPPED, echo: blocks, failures };
  }
  const storable = storableJson(blocks);
  return storable.ok
    ? passed(storable.json, { echo: blocks })
    : refused(blocks, [`${label} ${storable.fault}`]);
}
