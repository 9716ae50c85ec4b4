// Actions on the selected entries.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useApi } from '../../api/api.tsx';
import type { BulkAction } from '../../api/content.ts';
import { useT, type MessageKey } from '../../base/i18n.tsx';
import { useProject } from '../../editor/project.tsx';
import type { ContentType } from '../../model/schema.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './bulk-bar.module.css';

interface BulkBarProps {
  readonly type: ContentType;
  readonly locale: string | null;
  readonly selected: readonly string[];
  readonly onClear: () => void;
}

const DONE: Readonly<Record<BulkAction, MessageKey>> = {
  bulkPublish: 'bulk.published',
  bulkUnpublish: 'bulk.unpublished',
  bulkDelete: 'bulk.deleted',
};

/** Shown while entries are selected. */
export function BulkBar({ type, locale, selected, onClear }: BulkBarProps): ReactNode {
  const t = useT();
  const { content } = useApi();
  const { permissions } = useProject();
  const queries = useQueryClient();
  const toast = useToast();
  const [isConfirming, setConfirming] = useState(false);
  const act = useMutation({
    mutationFn: (action: BulkAction) =>
      content.bulk(action, type.uid, { documentIds: selected, locale }),
    onSuccess: (count, action) => {
      toast({ text: t(DONE[action], { count }) });
      onClear();
    },
    onError: (error) => toast({ text: error.message }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['list', type.uid] }),
  });
  const mayPublish = type.hasDrafts && permissions.may('publish', type.uid);
  const { uid } = type;
  return (
    <>
      <div className={styles.bar} role="toolbar" aria-label={t('bulk.label')}>
        <span>{t('bulk.selected', { count: selected.length })}</span>
        {mayPublish ? (
          <>
            <Button variant="quiet" onPress={() => act.mutate('bulkPublish')}>
              {t('publish.confirm')}
            </Button>
            <Button variant="quiet" onPress={() => act.mutate('bulkUnpublish')}>
              {t('entry.unpublish')}
            </Button>
          </>
        ) : null}
        {permissions.may('delete', uid) ? (
          <Button variant="quiet" onPress={() => setConfirming(true)}>
            {t('entry.delete')}
          </Button>
        ) : null}
        <IconButton label={t('bulk.clear')} icon={CloseIcon} onPress={onClear} />
      </div>
      <Dialog
        title={t('bulk.deleteTitle', { count: selected.length })}
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        actions={
          <>
            <Button autoFocus onPress={() => setConfirming(false)}>
              {t('cancel')}
            </Button>
            <Button
              variant="danger"
              onPress={() => {
                setConfirming(false);
                act.mutate('bulkDelete');
              }}
            >
              {t('entry.delete')}
            </Button>
          </>
        }
      >
        <p>{t('entry.deleteText')}</p>
      </Dialog>
    </>
  );
}
