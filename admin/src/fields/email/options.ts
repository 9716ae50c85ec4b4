// Type builder options of email addresses.
import type { BuilderKind } from '../builder/builder-kind.ts';
import { LENGTHS, LOCALIZED, PRIVATE, REQUIRED, UNIQUE } from '../builder/shared-options.ts';
import { KIND_ICONS } from '../builder/kind-icons.tsx';

export const emailOptions: BuilderKind = {
  kind: 'email',
  name: 'kind.email',
  hint: 'kindHint.email',
  icon: KIND_ICONS.email,
  initial: {},
  options: [REQUIRED, UNIQUE, LOCALIZED, PRIVATE, ...LENGTHS, { input: 'default', of: 'text' }],
  isInComponents: true,
  isScalar: true,
};
