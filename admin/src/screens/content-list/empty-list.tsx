// Empty state of a list.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { useProject } from '../../editor/project.tsx';
import { isFiltered, type ChangeList, type ListState } from '../../model/list-state.ts';
import type { ContentType } from '../../model/schema.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';

interface EmptyListProps {
  readonly type: ContentType;
  readonly state: ListState;
  readonly onChange: ChangeList;
}

/** No results, or no entries yet. */
export function EmptyList({ type, state, onChange }: EmptyListProps): ReactNode {
  const t = useT();
  const { permissions } = useProject();
  if (isFiltered(state)) {
    return (
      <Notice
        title={t('list.noneFound')}
        action={
          <Button onPress={() => onChange({ search: '', filters: [] })}>{t('list.clear')}</Button>
        }
      >
        {t('list.noneFoundText')}
      </Notice>
    );
  }
  return (
    <Notice
      title={t('list.empty', { type: type.displayName })}
      action={
        permissions.may('create', type.uid) ? (
          <Link
            to="/content-manager/collection-types/$uid/$documentId"
            params={{ uid: type.uid, documentId: 'create' }}
            search={state.locale === null ? {} : { locale: state.locale }}
            className={buttonClass({ variant: 'primary' })}
          >
            <PlusIcon />
            {t('list.new')}
          </Link>
        ) : undefined
      }
    >
      {t('list.emptyText')}
    </Notice>
  );
}
