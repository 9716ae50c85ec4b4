// Table of entries. The server sorts, filters and pages.
import { useNavigate } from '@tanstack/react-router';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { stringOr, type JsonObject } from '../../base/json.ts';
import { useT } from '../../base/i18n.tsx';
import { entryAddress, nameIn, statusOf } from '../../editor/entry-info.ts';
import { useProject } from '../../editor/project.tsx';
import { StatusPill } from '../../editor/status-card.tsx';
import { labelOfName, type ListColumn, type ListLayout } from '../../model/layout.ts';
import type { ContentType } from '../../model/schema.ts';
import { classNames } from '../../ui/class-names.ts';
import { ArrowDownIcon, ArrowUpIcon } from '../../ui/icons.tsx';
import { Checkbox } from '../../ui/switch.tsx';
import { Cell } from './cell.tsx';
import { LocalesCell } from './locales-cell.tsx';
import { TitleCell } from './title-cell.tsx';
import styles from './entry-table.module.css';

interface EntryTableProps {
  readonly type: ContentType;
  readonly layout: ListLayout;
  readonly columns: readonly ListColumn[];
  readonly rows: readonly JsonObject[];
  /** For example `title:ASC`. */
  readonly sort: string;
  readonly locale: string | null;
  readonly selected: readonly string[];
  /** True while rows of the previous state are shown. */
  readonly isStale: boolean;
  readonly onSort: (sort: string) => void;
  readonly onSelect: (documentIds: readonly string[]) => void;
  /** The entry in the peek panel, or null. */
  readonly peeked: string | null;
  readonly onPeek: (documentId: string | null) => void;
}

/** Keys: arrows or j and k move, Enter opens, Space opens the peek panel, x selects. */
export function EntryTable(props: EntryTableProps): ReactNode {
  const { type, layout, columns, rows, selected, isStale, onSelect, peeked, onPeek } = props;
  const t = useT();
  const hasLocales = useHasLocales(type);
  const body = useRef<HTMLTableSectionElement>(null);
  const ids = rows.map(idOf);
  const toggle = (id: string): void =>
    onSelect(selected.includes(id) ? selected.filter((each) => each !== id) : [...selected, id]);
  const move = (event: KeyboardEvent): void => {
    // For example Ctrl+K, which opens the search.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const links = [...(body.current?.querySelectorAll<HTMLElement>('a[data-row]') ?? [])];
    const index = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
    const id = ids[index];
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      links[index + step]?.focus();
      if (peeked !== null) onPeek(ids[index + step] ?? peeked);
    } else if (event.key === ' ' && document.activeElement === links[index]) {
      event.preventDefault();
      onPeek(peeked === id ? null : (id ?? null));
    } else if (event.key === 'x' && id !== undefined) toggle(id);
  };
  const isAll = ids.every((id) => selected.includes(id));
  return (
    <div className={styles.scroll}>
      <table className={classNames(styles.table, isStale && styles.stale)} onKeyDown={move}>
        <caption className="visually-hidden">{type.displayName}</caption>
        <thead>
          <tr>
            <th scope="col">
              <Checkbox
                label={t('list.selectAll')}
                isOn={isAll}
                isMixed={!isAll && ids.some((id) => selected.includes(id))}
                onChange={(isOn) => onSelect(isOn ? ids : [])}
              />
            </th>
            <HeadCell
              {...props}
              column={{
                name: layout.mainField,
                label: labelOfName(layout.mainField),
                isSortable: true,
              }}
            />
            {type.hasDrafts ? <th scope="col">{t('status')}</th> : null}
            {hasLocales ? <th scope="col">{t('list.locales')}</th> : null}
            {columns.map((column) => (
              <HeadCell key={column.name} {...props} column={column} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <Row key={idOf(row)} {...props} row={row} onToggle={() => toggle(idOf(row))} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

function HeadCell({
  column: { name, label, isSortable },
  sort,
  onSort,
}: EntryTableProps & { readonly column: Omit<ListColumn, 'attribute'> }): ReactNode {
  const [field, direction] = sort.split(':');
  if (!isSortable) return <th scope="col">{label}</th>;
  const isSorted = field === name;
  const isUp = direction?.toUpperCase() !== 'DESC';
  const Arrow = isUp ? ArrowUpIcon : ArrowDownIcon;
  return (
    <th scope="col" {...(isSorted ? { 'aria-sort': isUp ? 'ascending' : 'descending' } : {})}>
      <button type="button" onClick={() => onSort(`${name}:${isSorted && isUp ? 'DESC' : 'ASC'}`)}>
        {label}
        {isSorted ? <Arrow size={12} /> : null}
      </button>
    </th>
  );
}

function Row({
  type,
  layout,
  columns,
  row,
  locale,
  selected,
  onToggle,
}: EntryTableProps & { readonly row: JsonObject; readonly onToggle: () => void }): ReactNode {
  const t = useT();
  const navigate = useNavigate();
  const id = idOf(row);
  const title = stringOr(row[layout.mainField], '') || t('list.untitled');
  const hasLocales = useHasLocales(type);
  const address = entryAddress(type.uid, id, locale);
  return (
    <tr
      data-selected={selected.includes(id) || undefined}
      onClick={(event) => {
        const isControl =
          event.target instanceof Element && event.target.closest('a, button, label');
        if (!isControl && getSelection()?.isCollapsed !== false) void navigate(address);
      }}
    >
      <td>
        <Checkbox
          label={t('list.select', { title })}
          isOn={selected.includes(id)}
          onChange={onToggle}
        />
      </td>
      <TitleCell
        type={type}
        row={row}
        title={title}
        mainField={layout.mainField}
        address={address}
      />
      {type.hasDrafts ? (
        <td>
          <StatusPill status={statusOf(row, false)} />
        </td>
      ) : null}
      {hasLocales ? <LocalesCell row={row} /> : null}
      {columns.map((column) => (
        <td key={column.name}>
          <Cell
            attribute={column.attribute}
            value={row[column.name] ?? null}
            by={column.name === 'updatedAt' ? nameIn(row) : ''}
          />
        </td>
      ))}
    </tr>
  );
}

/** Returns true if entries may have several locales. */
function useHasLocales({ isLocalized }: ContentType): boolean {
  return useProject().locales.length > 1 && isLocalized;
}

function idOf(row: JsonObject): string {
  return stringOr(row['documentId'], String(row['id']));
}
