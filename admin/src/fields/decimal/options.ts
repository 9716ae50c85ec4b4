// Type builder options of decimal numbers.
import type { BuilderKind } from '../builder/builder-kind.ts';
import { LIMITS, LOCALIZED, PRIVATE, REQUIRED, UNIQUE } from '../builder/shared-options.ts';
import { KIND_ICONS } from '../builder/kind-icons.tsx';

export const decimalOptions: BuilderKind = {
  kind: 'decimal',
  name: 'kind.decimal',
  hint: 'kindHint.decimal',
  icon: KIND_ICONS.decimal,
  initial: {},
  options: [REQUIRED, UNIQUE, LOCALIZED, PRIVATE, ...LIMITS, { input: 'default', of: 'number' }],
  isInComponents: true,
  isScalar: true,
};

export const floatOptions: BuilderKind = {
  kind: 'float',
  name: 'kind.float',
  hint: 'kindHint.float',
  icon: KIND_ICONS.float,
  initial: {},
  options: [REQUIRED, UNIQUE, LOCALIZED, PRIVATE, ...LIMITS, { input: 'default', of: 'number' }],
  isInComponents: true,
  isScalar: true,
};
