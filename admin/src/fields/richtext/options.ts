// Type builder options of Markdown.
import type { BuilderKind } from '../builder/builder-kind.ts';
import { LENGTHS, LOCALIZED, PRIVATE, REQUIRED } from '../builder/shared-options.ts';
import { KIND_ICONS } from '../builder/kind-icons.tsx';

export const richtextOptions: BuilderKind = {
  kind: 'richtext',
  name: 'kind.richtext',
  hint: 'kindHint.richtext',
  icon: KIND_ICONS.richtext,
  initial: {},
  options: [REQUIRED, LOCALIZED, PRIVATE, ...LENGTHS, { input: 'default', of: 'text' }],
  isInComponents: true,
  isScalar: true,
};
