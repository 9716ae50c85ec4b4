// Type builder control: component of an attribute, and whether it is repeatable.
import type { ReactNode } from 'react';
import { useTranslations } from '../../base/i18n.tsx';
import { stringOr } from '../../base/json.ts';
import { modelsOf } from '../../model/types/draft.ts';
import { Segments, Select } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import type { OptionProps } from '../builder/builder-kind.ts';
import styles from '../builder/builder.module.css';

export function ComponentChoice({
  draft,
  model,
  field,
  isReadOnly,
  onChange,
}: OptionProps): ReactNode {
  const { t, language } = useTranslations();
  const { properties } = field;
  const chosen = stringOr(properties['component'], '');
  // A component cannot contain itself.
  const components = modelsOf(draft, ['component'], language).filter(({ id }) => id !== model.id);
  return (
    <div className={styles.stack}>
      <Field
        label={t('kind.component')}
        issues={chosen === '' ? [t('types.chooseComponent')] : []}
        hint={components.length === 0 ? t('types.noComponents') : ''}
      >
        {(control) => (
          <Select
            control={control}
            isDisabled={isReadOnly}
            value={chosen}
            options={[
              ...(field.from === null ? [{ value: '', label: '' }] : []),
              ...components.map(({ id, displayName, category }) => ({
                value: id,
                label: `${displayName} (${category})`,
              })),
            ]}
            onChange={(component) => onChange({ properties: { ...properties, component } })}
          />
        )}
      </Field>
      <Field label={t('types.count')} role="group">
        {(control) => (
          <Segments
            control={control}
            isDisabled={isReadOnly}
            value={properties['repeatable'] === true ? 'several' : 'one'}
            options={[
              { value: 'one', label: t('types.once') },
              { value: 'several', label: t('types.repeatable') },
            ]}
            onChange={(value) =>
              onChange({ properties: { ...properties, repeatable: value === 'several' } })
            }
          />
        )}
      </Field>
    </div>
  );
}
