// Pagination of a list.
import type { ReactNode } from 'react';
import type { EntryPage } from '../../api/content.ts';
import { useT } from '../../base/i18n.tsx';
import { PAGE_SIZES, type ChangeList, type ListState } from '../../model/list-state.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ChevronDownIcon, ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import styles from './content-list.module.css';

interface PagesProps {
  readonly page: EntryPage;
  readonly state: ListState;
  readonly onChange: ChangeList;
}

/** The page is in the address. */
export function Pages({ page, state, onChange }: PagesProps): ReactNode {
  const t = useT();
  const first = (page.page - 1) * page.pageSize + 1;
  const size = String(page.pageSize);
  return (
    <div className={styles.foot}>
      <span>
        {t('pages.range', { first, last: first + page.entries.length - 1, total: page.total })}
      </span>
      <Menu
        label={t('pages.size')}
        placement="top start"
        selected={[size]}
        onSelect={([chosen]) => {
          if (chosen !== undefined) onChange({ pageSize: Number(chosen) });
        }}
        trigger={
          <Button variant="quiet" size="small" trailing={<ChevronDownIcon size={14} />}>
            {t('pages.perPage', { size: page.pageSize })}
          </Button>
        }
      >
        {PAGE_SIZES.map((each) => (
          <MenuItem key={each} id={String(each)}>
            {String(each)}
          </MenuItem>
        ))}
      </Menu>
      <nav aria-label={t('pages')}>
        <IconButton
          size="small"
          label={t('pages.previous')}
          icon={ChevronLeftIcon}
          isDisabled={page.page <= 1}
          onPress={() => onChange({ page: state.page - 1 })}
        />
        <span>{t('pages.of', { page: page.page, count: page.pageCount })}</span>
        <IconButton
          size="small"
          label={t('pages.next')}
          icon={ChevronRightIcon}
          isDisabled={page.page >= page.pageCount}
          onPress={() => onChange({ page: state.page + 1 })}
        />
      </nav>
    </div>
  );
}
