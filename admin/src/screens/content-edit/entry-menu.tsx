// Menu of the open entry with infrequent and irreversible actions.
import { useState, type ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { useProject } from '../../editor/project.tsx';
import { useEntrySession, useEntryState } from '../../editor/session-context.tsx';
import type { ContentType } from '../../model/schema.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DotsIcon } from '../../ui/icons.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { comparisonCommand, type ComparedLocaleState } from './use-compared-locale.ts';
import type { EntryActions } from './use-entry-actions.ts';

interface EntryMenuProps {
  readonly type: ContentType;
  readonly actions: EntryActions;
  readonly compared: ComparedLocaleState;
}

export function EntryMenu({ type, actions, compared }: EntryMenuProps): ReactNode {
  const t = useT();
  const session = useEntrySession();
  const { permissions } = useProject();
  const [question, setQuestion] = useState<'delete' | 'discard' | null>(null);
  const isStored = useEntryState((state) => state.isStored);
  const status = useEntryState((state) => state.info.status);
  const isPublished = useEntryState((state) => state.info.published !== null);
  const otherLocales = useEntryState((state) => state.info.otherLocales);
  const mayPublish = permissions.may('publish', type.uid);
  const confirmed = (act: () => Promise<void>) => (): void => {
    setQuestion(null);
    void act();
  };
  return (
    <>
      <Menu
        label={t('entry.more')}
        trigger={<IconButton label={t('entry.more')} icon={DotsIcon} />}
      >
        <MenuItem note="Ctrl+S" onAction={() => void session.save()}>
          {t('save.button')}
        </MenuItem>
        <MenuItem
          note="Ctrl+Alt+Z"
          isDisabled={!session.store.canUndo}
          onAction={() => void session.undo()}
        >
          {t('entry.undo')}
        </MenuItem>
        {otherLocales.map((code) => {
          const { label, run } = comparisonCommand(code, compared, t);
          return (
            <MenuItem key={label} onAction={run}>
              {label}
            </MenuItem>
          );
        })}
        {session.form.editable.length > 0
          ? otherLocales.map((code) => (
              <MenuItem key={code} onAction={() => void actions.fillFrom(code)}>
                {t('entry.fillFrom', { locale: code.toUpperCase() })}
              </MenuItem>
            ))
          : null}
        {isPublished && mayPublish ? (
          <MenuItem onAction={() => void actions.unpublish()}>{t('entry.unpublish')}</MenuItem>
        ) : null}
        {isPublished && status === 'modified' ? (
          <MenuItem onAction={() => setQuestion('discard')}>{t('entry.discard')}</MenuItem>
        ) : null}
        {isStored && permissions.may('delete', type.uid) ? (
          <>
            <MenuLine />
            <MenuItem tone="bad" onAction={() => setQuestion('delete')}>
              {t('entry.delete')}
            </MenuItem>
          </>
        ) : null}
      </Menu>
      <Question
        title={t('entry.deleteTitle')}
        text={t('entry.deleteText')}
        action={t('entry.delete')}
        isOpen={question === 'delete'}
        onClose={() => setQuestion(null)}
        onConfirm={confirmed(actions.remove)}
      />
      <Question
        title={t('entry.discardTitle')}
        text={t('entry.discardText')}
        action={t('entry.discard')}
        isOpen={question === 'discard'}
        onClose={() => setQuestion(null)}
        onConfirm={confirmed(actions.discard)}
      />
    </>
  );
}

interface QuestionProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Confirms irreversible actions. */
function Question({ title, text, action, isOpen, onClose, onConfirm }: QuestionProps): ReactNode {
  const t = useT();
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="danger" onPress={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
