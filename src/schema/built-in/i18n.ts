// Content-type of locales.
import type { RawDefinition } from '../types.ts';
import { builtIn, fixed } from './raw.ts';
import { LOCALE } from './uids.ts';

export const i18nTypes: readonly RawDefinition[] = [
  builtIn({
    uid: LOCALE,
    collectionName: 'i18n_locale',
    singularName: 'locale',
    pluralName: 'locales',
    displayName: 'Locale',
    info: { collectionName: 'locales', description: '' },
    attributes: fixed({
      name: { type: 'string', min: 1, max: 50 },
      code: { type: 'string', unique: true },
    }),
  }),
];
