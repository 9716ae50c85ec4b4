// Type builder options of dynamic zones.
import type { BuilderKind } from '../builder/builder-kind.ts';
import { COUNTS, LOCALIZED, REQUIRED } from '../builder/shared-options.ts';
import { KIND_ICONS } from '../builder/kind-icons.tsx';
import { ZoneComponents } from './zone-components.tsx';

export const dynamiczoneOptions: BuilderKind = {
  kind: 'dynamiczone',
  name: 'kind.dynamiczone',
  hint: 'kindHint.dynamiczone',
  icon: KIND_ICONS.dynamiczone,
  initial: { components: [] },
  options: [{ input: 'control', Control: ZoneComponents }, REQUIRED, LOCALIZED, ...COUNTS],
  isInComponents: false,
  isScalar: false,
};
