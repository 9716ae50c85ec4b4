// Filter form with field, operator and value, loaded on demand.
import { useState, type FormEvent, type ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import type { FilterInput } from '../../fields/field-kind.ts';
import { fieldKind } from '../../fields/registry.ts';
import { isUnary, type ListFilter, type Operator } from '../../model/list-state.ts';
import type { ListColumn } from '../../model/layout.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/choice.tsx';
import { Field, inputClass } from '../../ui/field.tsx';
import styles from './filter-form.module.css';

/** Input types of filter values. */
const INPUT_TYPES: Readonly<Record<FilterInput, string>> = {
  text: 'text',
  number: 'number',
  date: 'date',
  datetime: 'datetime-local',
  boolean: 'text',
  option: 'text',
};

interface FilterFormProps {
  readonly columns: readonly ListColumn[];
  readonly onAdd: (filter: ListFilter) => void;
}

/** @param props.columns Not empty */
export function FilterForm({ columns, onAdd }: FilterFormProps): ReactNode {
  const t = useT();
  const [name, setName] = useState(columns[0]?.name ?? '');
  const [wanted, setOperator] = useState<Operator | null>(null);
  const [value, setValue] = useState('');
  const attribute = columns.find((column) => column.name === name)?.attribute;
  const filter = fieldKind(attribute?.type ?? '').filter;
  const operators = filter?.operators ?? [];
  const operator = operators.find((each) => each === wanted) ?? operators[0] ?? '$eq';
  const choices = filter?.input === 'boolean' ? ['true', 'false'] : (attribute?.options ?? []);
  const shown = choices.length > 0 && !choices.includes(value) ? (choices[0] ?? '') : value;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isComplete = isUnary(operator) || shown !== '';
    if (isComplete) onAdd({ field: name, operator, value: isUnary(operator) ? '' : shown });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field label={t('filter.field')}>
        {(control) => (
          <Select
            control={control}
            options={columns.map((column) => ({ value: column.name, label: column.label }))}
            value={name}
            onChange={setName}
          />
        )}
      </Field>
      <Field label={t('filter.operator')}>
        {(control) => (
          <Select
            control={control}
            options={operators.map((each) => ({ value: each, label: t(`operator.${each}`) }))}
            value={operator}
            onChange={(next) => setOperator(operators.find((each) => each === next) ?? null)}
          />
        )}
      </Field>
      {isUnary(operator) ? null : (
        <Field label={t('filter.value')}>
          {(control) =>
            choices.length > 0 ? (
              <Select
                control={control}
                options={choices.map((each) => ({
                  value: each,
                  label: filter?.input === 'boolean' ? t(each === 'true' ? 'yes' : 'no') : each,
                }))}
                value={shown}
                onChange={setValue}
              />
            ) : (
              <input
                {...control}
                className={inputClass}
                type={INPUT_TYPES[filter?.input ?? 'text']}
                step="any"
                value={value}
                onChange={(event) => setValue(event.currentTarget.value)}
              />
            )
          }
        </Field>
      )}
      <Button type="submit" variant="primary">
        {t('filter.apply')}
      </Button>
    </form>
  );
}
