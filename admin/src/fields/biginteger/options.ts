// Type builder options of big integers.
import type { BuilderKind } from '../builder/builder-kind.ts';
import { LIMITS, LOCALIZED, PRIVATE, REQUIRED, UNIQUE } from '../builder/shared-options.ts';
import { KIND_ICONS } from '../builder/kind-icons.tsx';

export const bigintegerOptions: BuilderKind = {
  kind: 'biginteger',
  name: 'kind.biginteger',
  hint: 'kindHint.biginteger',
  icon: KIND_ICONS.biginteger,
  initial: {},
  options: [
    REQUIRED,
    UNIQUE,
    LOCALIZED,
    PRIVATE,
    ...LIMITS,
    { input: 'default', of: 'biginteger' },
  ],
  isInComponents: true,
  isScalar: true,
};
