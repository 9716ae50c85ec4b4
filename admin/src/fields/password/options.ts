// Type builder options of passwords, which are never sent to clients.
import type { BuilderKind } from '../builder/builder-kind.ts';
import { LENGTHS, REQUIRED } from '../builder/shared-options.ts';
import { KIND_ICONS } from '../builder/kind-icons.tsx';

export const passwordOptions: BuilderKind = {
  kind: 'password',
  name: 'kind.password',
  hint: 'kindHint.password',
  icon: KIND_ICONS.password,
  initial: {},
  options: [REQUIRED, ...LENGTHS],
  isInComponents: true,
  isScalar: true,
};
