// Type builder options of JSON.
import type { BuilderKind } from '../builder/builder-kind.ts';
import { LOCALIZED, PRIVATE, REQUIRED } from '../builder/shared-options.ts';
import { KIND_ICONS } from '../builder/kind-icons.tsx';

export const jsonOptions: BuilderKind = {
  kind: 'json',
  name: 'kind.json',
  hint: 'kindHint.json',
  icon: KIND_ICONS.json,
  initial: {},
  options: [REQUIRED, LOCALIZED, PRIVATE],
  isInComponents: true,
  isScalar: true,
};
