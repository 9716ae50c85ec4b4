// Type builder control: components of a dynamic zone.
import type { ReactNode } from 'react';
import { useTranslations } from '../../base/i18n.tsx';
import { stringsOf } from '../../base/json.ts';
import { modelsOf } from '../../model/types/draft.ts';
import { Field } from '../../ui/field.tsx';
import type { OptionProps } from '../builder/builder-kind.ts';
import { CheckList } from '../builder/check-list.tsx';

export function ZoneComponents({ draft, field, isReadOnly, onChange }: OptionProps): ReactNode {
  const { t, language } = useTranslations();
  const chosen = stringsOf(field.properties['components']);
  const components = modelsOf(draft, ['component'], language);
  return (
    <Field
      label={t('types.components')}
      role="group"
      issues={chosen.length === 0 ? [t('types.chooseComponent')] : []}
      hint={components.length === 0 ? t('types.noComponents') : ''}
    >
      {(control) => (
        <CheckList
          control={control}
          isDisabled={isReadOnly}
          checked={chosen}
          options={components.map(({ id, displayName, category }) => ({
            value: id,
            label: displayName,
            note: category,
          }))}
          onChange={(checked) =>
            onChange({
              properties: {
                ...field.properties,
                // Existing components keep their order.
                components: [
                  ...chosen.filter((id) => checked.includes(id)),
                  ...checked.filter((id) => !chosen.includes(id)),
                ],
              },
            })
          }
        />
      )}
    </Field>
  );
}
