// Type builder control: source attribute of a slug.
import type { ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { stringOr } from '../../base/json.ts';
import { typeOf } from '../../model/types/draft.ts';
import { Select } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import type { OptionProps } from '../builder/builder-kind.ts';

export function UidTarget({ model, field, isReadOnly, onChange }: OptionProps): ReactNode {
  const t = useT();
  const texts = model.fields.filter((each) => ['string', 'text'].includes(typeOf(each)));
  return (
    <Field label={t('types.madeFrom')} hint={t('types.madeFromHint')}>
      {(control) => (
        <Select
          control={control}
          isDisabled={isReadOnly}
          value={stringOr(field.properties['targetField'], '')}
          options={[
            { value: '', label: t('types.madeFromNone') },
            ...texts.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(value) =>
            onChange({ properties: { ...field.properties, targetField: value || null } })
          }
        />
      )}
    </Field>
  );
}
