// Type builder options of enumerations.
import type { BuilderKind } from '../builder/builder-kind.ts';
import { LOCALIZED, PRIVATE, REQUIRED } from '../builder/shared-options.ts';
import { KIND_ICONS } from '../builder/kind-icons.tsx';
import { EnumerationValues } from './enumeration-values.tsx';

export const enumerationOptions: BuilderKind = {
  kind: 'enumeration',
  name: 'kind.enumeration',
  hint: 'kindHint.enumeration',
  icon: KIND_ICONS.enumeration,
  initial: { enum: [] },
  options: [{ input: 'control', Control: EnumerationValues }, REQUIRED, LOCALIZED, PRIVATE],
  isInComponents: true,
  isScalar: true,
};
