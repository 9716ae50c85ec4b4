// Type builder control: values of an enumeration. Entries keep a renamed value.
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { stringOr } from '../../base/json.ts';
import { enumIssue, renameValue, valuesIn, withValues } from '../../model/types/enum-values.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/choice.tsx';
import { Field, inputClass } from '../../ui/field.tsx';
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx';
import type { OptionProps } from '../builder/builder-kind.ts';
import styles from '../builder/builder.module.css';

export function EnumerationValues({ field, isReadOnly, onChange }: OptionProps): ReactNode {
  const t = useT();
  const list = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState(false);
  const values = valuesIn(field);
  const issue = enumIssue(values);
  const focus = (index: number): void => {
    const inputs = list.current?.querySelectorAll('input');
    inputs?.[Math.min(index, inputs.length - 1)]?.focus();
  };
  const add = (): void => {
    setAdded(true);
    onChange(withValues(field, [...values, '']));
  };
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (event.key === 'Enter') add();
    else if (event.key === 'Backspace' && values[index] === '' && values.length > 1) {
      onChange(withValues(field, values.toSpliced(index, 1)));
      focus(index - 1);
    } else if (step !== 0 && event.altKey) {
      const to = index + step;
      const value = values[index];
      if (value === undefined || to < 0 || to >= values.length) return;
      onChange(withValues(field, values.toSpliced(index, 1).toSpliced(to, 0, value)));
      focus(to);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.stack}>
      <Field
        label={t('types.values')}
        role="group"
        issues={issue === null ? [] : [t(`enumIssue.${issue}`)]}
        hint={t('types.valuesHint')}
      >
        {(control) => (
          <div className={styles.rows} ref={list}>
            {values.map((value, index) => (
              <div className={styles.row} key={index}>
                <input
                  className={inputClass}
                  aria-label={t('types.value', { number: index + 1 })}
                  aria-describedby={control['aria-describedby']}
                  value={value}
                  readOnly={isReadOnly}
                  autoFocus={added && index === values.length - 1 && value === ''}
                  onKeyDown={(event) => onKeyDown(event, index)}
                  onChange={(event) =>
                    onChange(renameValue(field, index, event.currentTarget.value), `value ${index}`)
                  }
                />
                {isReadOnly ? null : (
                  <IconButton
                    size="small"
                    label={t('types.removeValue', { value })}
                    icon={CloseIcon}
                    onPress={() => {
                      onChange(withValues(field, values.toSpliced(index, 1)));
                      focus(index);
                    }}
                  />
                )}
              </div>
            ))}
            {isReadOnly ? null : (
              <div>
                <Button size="small" icon={PlusIcon} onPress={add}>
                  {t('types.addValue')}
                </Button>
              </div>
            )}
          </div>
        )}
      </Field>
      <Field label={t('types.default')}>
        {(control) => (
          <Select
            control={control}
            isDisabled={isReadOnly}
            value={stringOr(field.properties['default'], '')}
            options={[
              { value: '', label: t('enumeration.none') },
              ...values.filter(Boolean).map((value) => ({ value, label: value })),
            ]}
            onChange={(value) =>
              onChange({ properties: { ...field.properties, default: value || null } })
            }
          />
        )}
      </Field>
    </div>
  );
}
