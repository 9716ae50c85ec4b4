// Head of a list: title, search, locale, and the button for a new entry.
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useShortcuts } from '../../base/keys.ts';
import { useT } from '../../base/i18n.tsx';
import { LocaleMenu } from '../../editor/locale-menu.tsx';
import { useProject } from '../../editor/project.tsx';
import type { ChangeList, ListState } from '../../model/list-state.ts';
import type { ContentType } from '../../model/schema.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PlusIcon, SearchIcon } from '../../ui/icons.tsx';
import { NavigationButton } from '../../ui/navigation-button.tsx';
import { HeadActions, ScreenHead, Spacer } from '../../ui/screen-head.tsx';
import styles from './content-list.module.css';

interface ListHeadProps {
  readonly type: ContentType;
  readonly state: ListState;
  readonly locale: string | null;
  /** Null while unknown. */
  readonly total: number | null;
  readonly onChange: ChangeList;
}

/** Keys: `n` creates an entry, `/` focuses the search. */
export function ListHead({ type, state, locale, total, onChange }: ListHeadProps): ReactNode {
  const t = useT();
  const { permissions } = useProject();
  const navigate = useNavigate();
  const mayCreate = permissions.may('create', type.uid);
  const to = '/content-manager/collection-types/$uid/$documentId';
  const params = { uid: type.uid, documentId: 'create' };
  const search = state.locale === null ? {} : { locale: state.locale };
  useShortcuts({
    n: () => {
      if (mayCreate) void navigate({ to, params, search });
    },
  });
  return (
    <ScreenHead>
      <title>{`${type.displayName} · Quoin`}</title>
      <NavigationButton label={t('frame.open')} />
      <h1>{type.displayName}</h1>
      <span className={styles.count}>{total}</span>
      <Spacer />
      <SearchBox type={type} value={state.search} onChange={(text) => onChange({ search: text })} />
      {type.isLocalized ? (
        <LocaleMenu current={locale} onChoose={(code) => onChange({ locale: code })} />
      ) : null}
      {mayCreate ? (
        <HeadActions>
          <Link
            to={to}
            params={params}
            search={search}
            className={buttonClass({ variant: 'primary' })}
          >
            <PlusIcon />
            {t('list.new')}
          </Link>
        </HeadActions>
      ) : null}
    </ScreenHead>
  );
}

interface SearchBoxProps {
  readonly type: ContentType;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Debounce delay of the search, in milliseconds. */
const DELAY = 250;

function SearchBox({ type, value, onChange }: SearchBoxProps): ReactNode {
  const t = useT();
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const search = useEffectEvent((wanted: string) => {
    if (wanted !== value) onChange(wanted);
  });
  const follow = useEffectEvent((outer: string) => {
    if (document.activeElement !== input.current) setText(outer);
  });
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), DELAY);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => follow(value), [value]);
  useShortcuts({ '/': () => input.current?.focus() });
  const label = t('list.find', { type: type.displayName });
  return (
    <label className={styles.find}>
      <SearchIcon />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChange(text.trim());
        }}
      />
      <kbd>/</kbd>
    </label>
  );
}
