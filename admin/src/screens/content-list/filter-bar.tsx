// Filters and columns of a list.
import { useState, type FormEvent, type ReactNode } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { useT } from '../../base/words.tsx';
import { fieldKind } from '../../fields/registry.ts';
import type { ListColumn, ListLayout } from '../../model/layout.ts';
import type { ChangeList, ListFilter, ListState, Operator } from '../../model/list-state.ts';
import type { ContentType } from '../../model/schema.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/choice.tsx';
import { Field, inputClass } from '../../ui/field.tsx';
import { CloseIcon, ColumnsIcon, FilterIcon } from '../../ui/icons.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { filterColumns, INPUT_TYPES, isUnary } from './filter-options.ts';
import styles from './content-list.module.css';

interface FilterBarProps {
  readonly type: ContentType;
  readonly layout: ListLayout;
  readonly state: ListState;
  readonly onChange: ChangeList;
}

/** The filters that apply, a button for another one, and the choice of columns. */
export function FilterBar({ type, layout, state, onChange }: FilterBarProps): ReactNode {
  const t = useT();
  const columns = filterColumns(type, layout);
  const labelOf = (name: string): string =>
    columns.find((column) => column.name === name)?.label ?? name;
  return (
    <div className={styles.tools}>
      {state.filters.map((filter) => (
        <span className={styles.chip} key={JSON.stringify(filter)}>
          <b>{labelOf(filter.field)}</b>
          <i>{t(`operator.${filter.operator}`)}</i>
          {isUnary(filter.operator) ? null : filter.value}
          <button
            type="button"
            aria-label={t('filter.remove', { field: labelOf(filter.field) })}
            onClick={() => onChange({ filters: state.filters.filter((each) => each !== filter) })}
          >
            <CloseIcon size={12} />
          </button>
        </span>
      ))}
      <AddFilter
        columns={columns}
        onAdd={(filter) => onChange({ filters: [...state.filters, filter] })}
      />
      <span className={styles.spacer} />
      <Menu
        label={t('list.columns')}
        selectionMode="multiple"
        selected={state.columns ?? layout.columns}
        onSelect={(names) => onChange({ columns: names, page: state.page })}
        trigger={
          <Button variant="quiet" size="small" icon={ColumnsIcon}>
            {t('list.columns')}
          </Button>
        }
      >
        {layout.available.map(({ name, label }) => (
          <MenuItem key={name} id={name}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}

interface AddFilterProps {
  readonly columns: readonly ListColumn[];
  readonly onAdd: (filter: ListFilter) => void;
}

function AddFilter({ columns, onAdd }: AddFilterProps): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  if (columns.length === 0) return null;
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button variant="quiet" size="small" icon={FilterIcon}>
        {t('filter.add')}
      </Button>
      <Popover className={styles.popover ?? ''} placement="bottom start" offset={4}>
        <Dialog className={styles.dialog ?? ''} aria-label={t('filter.add')}>
          <FilterForm
            columns={columns}
            onAdd={(filter) => {
              setOpen(false);
              onAdd(filter);
            }}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function FilterForm({ columns, onAdd }: AddFilterProps): ReactNode {
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
    <form className={styles.filterForm} onSubmit={submit}>
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
