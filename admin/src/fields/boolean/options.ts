// Type builder options of booleans.
import type { BuilderKind } from '../builder/builder-kind.ts';
import { LOCALIZED, PRIVATE, REQUIRED } from '../builder/shared-options.ts';
import { KIND_ICONS } from '../builder/kind-icons.tsx';

export const booleanOptions: BuilderKind = {
  kind: 'boolean',
  name: 'kind.boolean',
  hint: 'kindHint.boolean',
  icon: KIND_ICONS.boolean,
  initial: { default: false },
  options: [REQUIRED, LOCALIZED, PRIVATE, { input: 'default', of: 'boolean' }],
  isInComponents: true,
  isScalar: true,
};
