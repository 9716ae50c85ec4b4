// Screen of an open entry: header, notices and form.
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCommands } from '../../base/commands.ts';
import { useShortcuts } from '../../base/keys.ts';
import { useT } from '../../base/i18n.tsx';
import { LocaleComparison } from '../../editor/locale-comparison.tsx';
import { CompareDialog } from '../../editor/compare-dialog.tsx';
import { EntryForm } from '../../editor/entry-form.tsx';
import { EntryNotices } from '../../editor/entry-notices.tsx';
import { OtherEditors } from '../../editor/other-editors.tsx';
import { focusField } from '../../editor/field-view.tsx';
import { LocaleMenu } from '../../editor/locale-menu.tsx';
import { useProject } from '../../editor/project.tsx';
import { PublishButton } from '../../editor/publish-button.tsx';
import { SaveNote } from '../../editor/save-note.tsx';
import { useEntrySession, useEntryState } from '../../editor/session-context.tsx';
import { StatusPill } from '../../editor/status-card.tsx';
import type { FormLayout } from '../../model/layout.ts';
import type { ContentType } from '../../model/schema.ts';
import { Button } from '../../ui/button.tsx';
import { NavigationButton } from '../../ui/navigation-button.tsx';
import { HeadActions, ScreenHead, Spacer } from '../../ui/screen-head.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { EntryMenu } from './entry-menu.tsx';
import { comparisonCommand, useComparedLocale } from './use-compared-locale.ts';
import { useEntryActions } from './use-entry-actions.ts';
import styles from './content-edit.module.css';

interface EntryScreenProps {
  readonly type: ContentType;
  readonly layout: FormLayout;
}

/** Requires an open entry. */
export function EntryScreen({ type, layout }: EntryScreenProps): ReactNode {
  const t = useT();
  const session = useEntrySession();
  const { permissions } = useProject();
  const actions = useEntryActions(type);
  const compared = useComparedLocale();
  const status = useEntryState((state) => state.info.status);
  const isStored = useEntryState((state) => state.isStored);
  const isReadOnly = session.form.editable.length === 0;
  const undo = (name: string | null): void => {
    if (name !== null) focusField(name);
  };
  useShortcuts({
    'Ctrl+S': () => void session.save(),
    'Ctrl+Enter': () => void session.save(),
    'Ctrl+Alt+Z': () => undo(session.undo()),
    'Ctrl+Alt+Y': () => undo(session.redo()),
  });
  const otherLocales = useEntryState((state) => state.info.otherLocales);
  useCommands([
    { label: t('save.button'), shortcut: 'Ctrl+S', run: () => void session.save() },
    ...otherLocales.map((code) => comparisonCommand(code, compared, t)),
  ]);
  return (
    <>
      <ScreenHead>
        <NavigationButton label={t('frame.open')} />
        <Breadcrumb type={type} title={layout.title?.attribute.name ?? null} />
        {isStored && status !== null ? <StatusPill status={status} /> : null}
        <SaveNote />
        <Spacer />
        <OtherEditors />
        <HeadActions>
          {type.isLocalized ? <EntryLocales /> : null}
          {type.hasDrafts && permissions.may('publish', type.uid) ? (
            <PublishButton onPublish={actions.publish} />
          ) : isReadOnly ? null : (
            <Button
              variant={type.hasDrafts ? undefined : 'primary'}
              onPress={() => void session.save()}
            >
              {t('save.button')}
            </Button>
          )}
          <EntryMenu type={type} actions={actions} compared={compared} />
        </HeadActions>
      </ScreenHead>
      <EntryNotices isReadOnly={isReadOnly} />
      <main id="main" tabIndex={-1} className={styles.main}>
        <LocaleComparison locale={compared.locale}>
          <EntryForm layout={layout} hasDrafts={type.hasDrafts} />
        </LocaleComparison>
      </main>
      <CompareDialog />
    </>
  );
}

function EntryLocales(): ReactNode {
  const navigate = useNavigate();
  const session = useEntrySession();
  const choose = async (locale: string): Promise<void> => {
    if (session.hasChanges) await session.save();
    await navigate({
      to: '.',
      search: (previous: object) => ({ ...previous, locale }),
    });
  };
  return <LocaleMenu current={session.address.locale} onChoose={(locale) => void choose(locale)} />;
}
