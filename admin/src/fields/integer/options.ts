// Type builder options of integers.
import type { BuilderKind } from '../builder/builder-kind.ts';
import { LIMITS, LOCALIZED, PRIVATE, REQUIRED, UNIQUE } from '../builder/shared-options.ts';
import { KIND_ICONS } from '../builder/kind-icons.tsx';

export const integerOptions: BuilderKind = {
  kind: 'integer',
  name: 'kind.integer',
  hint: 'kindHint.integer',
  icon: KIND_ICONS.integer,
  initial: {},
  options: [REQUIRED, UNIQUE, LOCALIZED, PRIVATE, ...LIMITS, { input: 'default', of: 'number' }],
  isInComponents: true,
  isScalar: true,
};
