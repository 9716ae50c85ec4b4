// Type builder options of short text.
import type { BuilderKind } from '../builder/builder-kind.ts';
import { PLAIN_TEXT } from '../builder/shared-options.ts';
import { KIND_ICONS } from '../builder/kind-icons.tsx';

export const stringOptions: BuilderKind = {
  kind: 'string',
  name: 'kind.string',
  hint: 'kindHint.string',
  icon: KIND_ICONS.string,
  initial: {},
  options: PLAIN_TEXT,
  isInComponents: true,
  isScalar: true,
};
