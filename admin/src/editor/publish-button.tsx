// Publish button with a panel that shows changes and missing values.
import { useState, type ReactNode } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { useCommands } from '../base/commands.ts';
import { useShortcuts } from '../base/keys.ts';
import { useT } from '../base/i18n.tsx';
import { afterOverlay } from '../ui/after-overlay.ts';
import { Button } from '../ui/button.tsx';
import { AlertIcon } from '../ui/icons.tsx';
import { focusField, messageOf } from './field-view.tsx';
import { useDocument, useEntrySession, useEntryState } from './session-context.tsx';
import { usePublished } from './use-published.ts';
import styles from './publish-button.module.css';

interface PublishButtonProps {
  /** Publishes and shows a message. Returns true on success. */
  readonly onPublish: () => Promise<boolean>;
}

/** Main action for types with drafts. */
export function PublishButton({ onPublish }: PublishButtonProps): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const status = useEntryState((state) => state.info.status);
  const isPublic = useEntryState(
    (state) => state.info.status === 'published' && state.save === 'clean',
  );
  const open = (): void => {
    if (!isPublic) setOpen(true);
  };
  const label = t(status === 'modified' ? 'publish.changes' : 'publish.button');
  useShortcuts({ 'Ctrl+Shift+Enter': open });
  useCommands(isPublic ? [] : [{ label, shortcut: 'Ctrl+Shift+Enter', run: open }]);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button variant="primary" isDisabled={isPublic}>
        {label}
      </Button>
      <Popover className={styles.panel ?? ''} placement="bottom end" offset={4}>
        <Dialog className={styles.dialog ?? ''} aria-label={t('publish.title')}>
          <PublishPanel onPublish={onPublish} onClose={() => setOpen(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function PublishPanel({
  onPublish,
  onClose,
}: PublishButtonProps & { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const session = useEntrySession();
  const [isBusy, setBusy] = useState(false);
  const faults = session.form.faults(useDocument());
  const publish = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const isDone = await onPublish();
    setBusy(false);
    // Validation errors are shown at the fields.
    if (isDone || session.state.get().save === 'rejected') onClose();
  };
  const show = (name: string): void => {
    session.checkForPublication();
    afterOverlay(() => focusField(name));
    onClose();
  };
  return (
    <>
      <h2>{t('publish.title')}</h2>
      {faults.length > 0 ? (
        <>
          <p>{t('publish.missing', { count: faults.length })}</p>
          <ul>
            {faults.map((name) => (
              <li key={name}>
                <AlertIcon size={14} />
                <span>{session.form.label(name)}</span>
                <button type="button" onClick={() => show(name)}>
                  {session.form
                    .check(name, session.store.read([name]), 'publish')
                    .map((issue) => messageOf(issue, t))
                    .join(' ')}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Changes />
      )}
      <footer>
        <kbd>Ctrl+Shift+↵</kbd>
        <Button variant="quiet" onPress={onClose}>
          {t('cancel')}
        </Button>
        <Button
          variant="primary"
          isDisabled={faults.length > 0}
          autoFocus={faults.length === 0}
          onPress={() => void publish()}
        >
          {t('publish.confirm')}
        </Button>
      </footer>
    </>
  );
}

/** Returns the fields whose published value will change. */
function Changes(): ReactNode {
  const t = useT();
  const { form } = useEntrySession();
  const isPublished = useEntryState((state) => state.info.published !== null);
  const version = usePublished();
  if (!isPublished) return <p>{t('publish.first')}</p>;
  if (version === null) return <p>{t('publish.comparing')}</p>;
  const { changed } = version;
  return (
    <>
      <p>{t('publish.changed', { count: changed.length })}</p>
      <ul>
        {changed.map((name) => (
          <li key={name}>{form.label(name)}</li>
        ))}
      </ul>
    </>
  );
}
