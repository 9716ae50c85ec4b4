// Type builder options of blocks.
import type { BuilderKind } from '../builder/builder-kind.ts';
import { LOCALIZED, PRIVATE, REQUIRED } from '../builder/shared-options.ts';
import { KIND_ICONS } from '../builder/kind-icons.tsx';

export const blocksOptions: BuilderKind = {
  kind: 'blocks',
  name: 'kind.blocks',
  hint: 'kindHint.blocks',
  icon: KIND_ICONS.blocks,
  initial: {},
  options: [REQUIRED, LOCALIZED, PRIVATE],
  isInComponents: true,
  isScalar: true,
};
