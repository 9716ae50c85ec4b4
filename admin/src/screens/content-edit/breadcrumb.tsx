// Breadcrumb of the open entry: type and title.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { useEntryState, useFieldValue } from '../../editor/session-context.tsx';
import type { ContentType } from '../../model/schema.ts';
import { ChevronRightIcon } from '../../ui/icons.tsx';
import styles from './content-edit.module.css';

/** @param title Name of the title field, or null */
export function Breadcrumb({
  type: { uid, isSingle, displayName },
  title,
}: {
  readonly type: ContentType;
  readonly title: string | null;
}): ReactNode {
  const t = useT();
  const value = useFieldValue(title ?? '');
  const isStored = useEntryState((state) => state.isStored);
  const name = typeof value === 'string' && value !== '' ? value : displayName;
  const shown = isStored || value ? name : t('entry.new', { type: displayName });
  return (
    <nav className={styles.crumbs} aria-label={t('entry.position')}>
      <title>{`${shown} · Quoin`}</title>
      {isSingle ? null : (
        <>
          <Link
            to="/content-manager/collection-types/$uid"
            params={{ uid }}
            // Returns to the list with its previous state.
            search={lastSearch(uid)}
          >
            {displayName}
          </Link>
          <ChevronRightIcon size={12} />
        </>
      )}
      <h1>{shown}</h1>
    </nav>
  );
}

function lastSearch(uid: string): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(`quoin.list.${uid}`) ?? '{}') as Record<
      string,
      string
    >;
  } catch {
    return {};
  }
}
