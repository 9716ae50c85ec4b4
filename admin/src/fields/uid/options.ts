// Type builder options of slugs.
import type { BuilderKind } from '../builder/builder-kind.ts';
import { LENGTHS, LOCALIZED, PRIVATE, REGEX, REQUIRED } from '../builder/shared-options.ts';
import { KIND_ICONS } from '../builder/kind-icons.tsx';
import { UidTarget } from './uid-target.tsx';

export const uidOptions: BuilderKind = {
  kind: 'uid',
  name: 'kind.uid',
  hint: 'kindHint.uid',
  icon: KIND_ICONS.uid,
  initial: { targetField: null },
  options: [
    { input: 'control', Control: UidTarget },
    REQUIRED,
    LOCALIZED,
    PRIVATE,
    ...LENGTHS,
    REGEX,
  ],
  isInComponents: false,
  isScalar: true,
};
