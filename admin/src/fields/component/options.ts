// Type builder options of components.
import type { BuilderKind } from '../builder/builder-kind.ts';
import { COUNTS, LOCALIZED, PRIVATE, REQUIRED } from '../builder/shared-options.ts';
import { KIND_ICONS } from '../builder/kind-icons.tsx';
import { ComponentChoice } from './component-choice.tsx';

export const componentOptions: BuilderKind = {
  kind: 'component',
  name: 'kind.component',
  hint: 'kindHint.component',
  icon: KIND_ICONS.component,
  initial: { repeatable: false },
  options: [
    { input: 'control', Control: ComponentChoice },
    REQUIRED,
    LOCALIZED,
    PRIVATE,
    ...COUNTS,
  ],
  isInComponents: true,
  isScalar: false,
};
