// Type builder control: accepted file types of a media attribute, and whether it is multiple.
import type { ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { stringsOf } from '../../base/json.ts';
import { withProperty } from '../../model/types/edit-draft.ts';
import { Segments } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import type { OptionProps } from '../builder/builder-kind.ts';
import { CheckList } from '../builder/check-list.tsx';
import styles from '../builder/builder.module.css';

const TYPES = ['images', 'videos', 'audios', 'files'] as const;

export function MediaTypes({ field, isReadOnly, onChange }: OptionProps): ReactNode {
  const t = useT();
  const { properties } = field;
  const allowed = stringsOf(properties['allowedTypes']);
  return (
    <div className={styles.stack}>
      <Field label={t('types.count')} role="group">
        {(control) => (
          <Segments
            control={control}
            isDisabled={isReadOnly}
            value={properties['multiple'] === true ? 'several' : 'one'}
            options={[
              { value: 'one', label: t('types.oneFile') },
              { value: 'several', label: t('types.severalFiles') },
            ]}
            onChange={(value) =>
              onChange({ properties: { ...properties, multiple: value === 'several' } })
            }
          />
        )}
      </Field>
      <Field label={t('types.fileTypes')} role="group">
        {(control) => (
          <CheckList
            control={control}
            isDisabled={isReadOnly}
            checked={allowed.length === 0 ? TYPES : allowed}
            options={TYPES.map((value) => ({ value, label: t(`fileType.${value}`) }))}
            onChange={(checked) =>
              onChange({
                properties: withProperty(
                  properties,
                  'allowedTypes',
                  checked.length === 0 ? null : checked,
                ),
              })
            }
          />
        )}
      </Field>
    </div>
  );
}
