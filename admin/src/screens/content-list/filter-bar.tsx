// Saved views, filters and columns of a list.
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { useT } from '../../base/i18n.tsx';
import type { ListColumn, ListLayout } from '../../model/layout.ts';
import {
  isUnary,
  type ChangeList,
  type ListFilter,
  type ListState,
} from '../../model/list-state.ts';
import type { ContentType } from '../../model/schema.ts';
import { Button } from '../../ui/button.tsx';
import { CloseIcon, ColumnsIcon, FilterIcon } from '../../ui/icons.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { filterColumns } from './filter-options.ts';
import { ViewMenu } from './view-menu.tsx';
import styles from './content-list.module.css';

const FilterForm = lazy(async () => ({ default: (await import('./filter-form.tsx')).FilterForm }));

interface FilterBarProps {
  readonly type: ContentType;
  readonly layout: ListLayout;
  readonly state: ListState;
  readonly onChange: ChangeList;
}

export function FilterBar({ type, layout, state, onChange }: FilterBarProps): ReactNode {
  const t = useT();
  const columns = filterColumns(type, layout);
  const labelOf = (name: string): string =>
    columns.find((column) => column.name === name)?.label ?? name;
  return (
    <div className={styles.tools}>
      <ViewMenu type={type} state={state} onChange={onChange} />
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
          <Suspense fallback={<div className={styles.loading} />}>
            <FilterForm
              columns={columns}
              onAdd={(filter) => {
                setOpen(false);
                onAdd(filter);
              }}
            />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
