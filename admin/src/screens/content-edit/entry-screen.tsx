// The screen of an open entry: head, strips, form, and what one can do with it.
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useApi } from '../../api/api.tsx';
import { useCommands, type Command } from '../../base/commands.ts';
import { useShortcuts } from '../../base/keys.ts';
import { useT, type Translate } from '../../base/words.tsx';
import { BesideLocale } from '../../editor/beside-locale.tsx';
import { CompareDialog } from '../../editor/compare-dialog.tsx';
import { EntryForm } from '../../editor/entry-form.tsx';
import { EntryStrips } from '../../editor/entry-strips.tsx';
import { OthersHere } from '../../editor/others-here.tsx';
import { focusField } from '../../editor/field-view.tsx';
import { LocaleMenu } from '../../editor/locale-menu.tsx';
import { useProject } from '../../editor/project.tsx';
import { PublishButton } from '../../editor/publish-button.tsx';
import { SaveNote } from '../../editor/save-note.tsx';
import { useEntrySession, useEntryState, useFieldValue } from '../../editor/session-context.tsx';
import { StatusPill } from '../../editor/status-card.tsx';
import type { FormLayout } from '../../model/layout.ts';
import type { ContentType } from '../../model/schema.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ChevronRightIcon, DotsIcon } from '../../ui/icons.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { NavigationButton } from '../../ui/navigation-button.tsx';
import { HeadActions, ScreenHead, Spacer } from '../../ui/screen-head.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './content-edit.module.css';

interface EntryScreenProps {
  readonly type: ContentType;
  readonly layout: FormLayout;
}

/** Needs an open entry around it. */
export function EntryScreen({ type, layout }: EntryScreenProps): ReactNode {
  const t = useT();
  const session = useEntrySession();
  const { permissions } = useProject();
  const actions = useActions(type);
  const beside = useBeside();
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
    ...otherLocales.map((code) => besideCommand(code, beside, t)),
  ]);
  return (
    <>
      <ScreenHead>
        <NavigationButton label={t('frame.open')} />
        <Breadcrumb type={type} title={layout.title?.attribute.name ?? null} />
        {isStored && status !== null ? <StatusPill status={status} /> : null}
        <SaveNote />
        <Spacer />
        <OthersHere />
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
          <EntryMenu type={type} actions={actions} beside={beside} />
        </HeadActions>
      </ScreenHead>
      <EntryStrips isReadOnly={isReadOnly} />
      <main id="main" tabIndex={-1} className={styles.main}>
        <BesideLocale locale={beside.locale}>
          <EntryForm layout={layout} hasDrafts={type.hasDrafts} />
        </BesideLocale>
      </main>
      <CompareDialog />
    </>
  );
}

function Breadcrumb({
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
            // Back to the list as it was left.
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

type Actions = ReturnType<typeof useActions>;

/** Which locale is shown next to the form; it is in the address. */
interface ShownBeside {
  /** Code; null for none. */
  readonly locale: string | null;
  readonly show: (locale: string | null) => void;
}

function useBeside(): ShownBeside {
  const navigate = useNavigate();
  const { beside }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  return {
    locale: typeof beside === 'string' ? beside : null,
    show: (locale) =>
      void navigate({
        to: '.',
        search: (previous: object) => ({ ...previous, beside: locale ?? undefined }),
        replace: true,
      }),
  };
}

/** Shows a locale next to the form, or hides it. */
function besideCommand(code: string, { locale, show }: ShownBeside, t: Translate): Command {
  const name = code.toUpperCase();
  return locale === code
    ? { label: t('beside.hide', { code: name }), run: () => show(null) }
    : { label: t('beside.show', { code: name }), run: () => show(code) };
}

function EntryMenu({
  type,
  actions,
  beside,
}: {
  readonly type: ContentType;
  readonly actions: Actions;
  readonly beside: ShownBeside;
}): ReactNode {
  const t = useT();
  const session = useEntrySession();
  const { permissions } = useProject();
  const [question, setQuestion] = useState<'delete' | 'discard' | null>(null);
  const isStored = useEntryState((state) => state.isStored);
  const status = useEntryState((state) => state.info.status);
  const isPublished = useEntryState((state) => state.info.published !== null);
  const otherLocales = useEntryState((state) => state.info.otherLocales);
  const mayPublish = permissions.may('publish', type.uid);
  const answer = (act: () => Promise<void>) => (): void => {
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
          const { label, run } = besideCommand(code, beside, t);
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
        onConfirm={answer(actions.remove)}
      />
      <Question
        title={t('entry.discardTitle')}
        text={t('entry.discardText')}
        action={t('entry.discard')}
        isOpen={question === 'discard'}
        onClose={() => setQuestion(null)}
        onConfirm={answer(actions.discard)}
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

/** Asked only for what cannot be undone. */
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

/** Actions on the entry; each says what happened. */
function useActions({ uid, isSingle }: ContentType): {
  readonly publish: () => Promise<boolean>;
  readonly fillFrom: (locale: string) => Promise<void>;
  readonly unpublish: () => Promise<void>;
  readonly discard: () => Promise<void>;
  readonly remove: () => Promise<void>;
} {
  const t = useT();
  const { content } = useApi();
  const session = useEntrySession();
  const toast = useToast();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const search: object = useSearch({ strict: false });
  const run = async (act: () => Promise<void>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      toast({ text: error instanceof Error ? error.message : t('unreachable.text') });
    }
    await queries.invalidateQueries({ queryKey: ['list', uid] });
  };
  const unpublish = (): Promise<void> =>
    run(async () => {
      await session.unpublish();
      toast({ text: t('entry.unpublished') });
    });
  return {
    unpublish,
    fillFrom: (locale) =>
      run(async () => {
        const values = await content.valuesOfLocale(session.address, locale);
        const filled = Object.entries(session.form.fillable(session.store.current, values));
        for (const [name, value] of filled) session.edit(name, value);
        toast({ text: t('entry.filled', { count: filled.length }) });
      }),
    async publish() {
      let isDone = false;
      await run(async () => {
        isDone = await session.publish();
        if (!isDone) return;
        const action = { label: t('entry.unpublish'), run: () => void unpublish() };
        toast({ text: t('entry.published'), action });
      });
      return isDone;
    },
    discard: () =>
      run(async () => {
        await session.discard();
        toast({ text: t('entry.discarded') });
      }),
    remove: () =>
      run(async () => {
        await session.remove();
        toast({ text: t('entry.deleted') });
        if (isSingle) await navigate({ to: '/' });
        else {
          await navigate({
            to: '/content-manager/collection-types/$uid',
            params: { uid },
            search,
          });
        }
      }),
  };
}
