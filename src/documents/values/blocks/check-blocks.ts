// Checks blocks: a list of nodes, which may be JSON text (docs/strapi/writing.md, "Blocks"; D2 and D14).
import {
  passed,
  rejected,
  SKIPPED,
  type ScalarResult,
  type ValueContext,
} from '../scalar-result.ts';
import { storableJson } from '../storable-json.ts';
import { blocksShape } from './nodes.ts';
import { BlockLocation } from './block-location.ts';

/** Checks a value that is not null and not nested too deeply. */
export function checkBlocks(value: unknown, { label }: ValueContext): ScalarResult {
  const blocks = blocksShape.cast(value, 0);
  const { faults } = blocksShape.check(blocks, BlockLocation.root(label, value));
  if (faults.length > 0) {
    const failures = faults.map(({ location, value: shown, message }) => ({
      path: location.path(),
      message: message(location.label()),
      ...(shown === undefined ? {} : { value: shown }),
    }));
    return { ...SKIPPED, echo: blocks, failures };
  }
  const storable = storableJson(blocks);
  return storable.ok
    ? passed(storable.json, { echo: blocks })
    : rejected(blocks, [`${label} ${storable.fault}`]);
}
