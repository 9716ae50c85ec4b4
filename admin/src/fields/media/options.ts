// Type builder options of media.
import type { BuilderKind } from '../builder/builder-kind.ts';
import { LOCALIZED, PRIVATE, REQUIRED } from '../builder/shared-options.ts';
import { KIND_ICONS } from '../builder/kind-icons.tsx';
import { MediaTypes } from './media-types.tsx';

export const mediaOptions: BuilderKind = {
  kind: 'media',
  name: 'kind.media',
  hint: 'kindHint.media',
  icon: KIND_ICONS.media,
  initial: { multiple: false, allowedTypes: ['images', 'files', 'videos', 'audios'] },
  options: [{ input: 'control', Control: MediaTypes }, REQUIRED, LOCALIZED, PRIVATE],
  isInComponents: true,
  isScalar: false,
};
