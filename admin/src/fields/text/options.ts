// Type builder options of long text.
import type { BuilderKind } from '../builder/builder-kind.ts';
import { PLAIN_TEXT } from '../builder/shared-options.ts';
import { KIND_ICONS } from '../builder/kind-icons.tsx';

export const textOptions: BuilderKind = {
  kind: 'text',
  name: 'kind.text',
  hint: 'kindHint.text',
  icon: KIND_ICONS.text,
  initial: {},
  options: PLAIN_TEXT,
  isInComponents: true,
  isScalar: true,
};
