// Summary of an attribute.
import { stringOr, stringsOf } from '../../base/json.ts';
import type { Translate } from '../../base/i18n.tsx';
import { builderKind } from '../../fields/builder/builder-kinds.ts';
import {
  fieldOf,
  isLocalized,
  modelOf,
  typeOf,
  type Draft,
  type DraftField,
} from '../../model/types/draft.ts';
import { nameOfField } from '../../model/types/draft-request.ts';
import { countsOf } from '../../model/types/relation-sides.ts';

/** Returns the facts, such as kind, rules and limits. */
export function fieldSummary(field: DraftField, draft: Draft, t: Translate): readonly string[] {
  const { properties } = field;
  const type = typeOf(field);
  const kind = builderKind(type);
  const flags = (['required', 'unique', 'private'] as const).filter(
    (key) => properties[key] === true,
  );
  const limit = properties['maxLength'] ?? properties['max'];
  const isLimited = typeof limit === 'number' || typeof limit === 'string';
  return [
    kind ? t(kind.name) : stringOr(properties['customField'], type),
    ...detailsOf(field, draft, t),
    ...flags.map((key) => t(`fact.${key}`)),
    ...(isLimited ? [t('fact.max', { limit })] : []),
    ...(isLocalized(properties) ? [t('fact.localized')] : []),
  ];
}

function detailsOf(field: DraftField, draft: Draft, t: Translate): readonly string[] {
  const { properties } = field;
  const nameOf = (id: string): string => modelOf(draft, id)?.displayName || id;
  switch (typeOf(field)) {
    case 'relation': {
      const target = stringOr(properties['target'], '');
      if (target === '') return [];
      const { mine } = countsOf(stringOr(properties['relation'], ''));
      const other = fieldOf(draft, target, stringOr(properties['side'], ''));
      return [
        t(mine === 'many' ? 'fact.many' : 'fact.one', { name: nameOf(target) }),
        ...(other ? [t('fact.other', { name: other.name })] : []),
      ];
    }
    case 'uid': {
      const name = nameOfField(draft, properties['targetField'] ?? null);
      return name === null ? [] : [t('fact.from', { name })];
    }
    case 'media':
      return properties['multiple'] === true ? [t('fact.several')] : [];
    case 'component': {
      const uid = stringOr(properties['component'], '');
      return [
        ...(uid === '' ? [] : [nameOf(uid)]),
        ...(properties['repeatable'] === true ? [t('fact.repeatable')] : []),
      ];
    }
    case 'dynamiczone':
      return [stringsOf(properties['components']).map(nameOf).join(', ')].filter(Boolean);
    case 'enumeration':
      return [stringsOf(properties['enum']).filter(Boolean).join(', ')].filter(Boolean);
    default:
      return [];
  }
}
