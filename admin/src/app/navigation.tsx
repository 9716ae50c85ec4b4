// Navigation: the readable types, and the signed-in user.
import { Link, useParams } from '@tanstack/react-router';
import { use, type ReactNode } from 'react';
import { useApi } from '../api/api.tsx';
import { writePreference } from '../base/device.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../base/languages.ts';
import { useTranslations } from '../base/i18n.tsx';
import { nameOf, readableTypes, useProject } from '../editor/project.tsx';
import type { ContentType } from '../model/schema.ts';
import { Brand } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Avatar } from '../ui/avatar.tsx';
import {
  EntryIcon,
  LayersIcon,
  PageIcon,
  PictureIcon,
  SearchIcon,
  SignOutIcon,
} from '../ui/icons.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { sideHeadingClass, sideLinkClass } from '../ui/side-nav.ts';
import { OpenSearchContext } from './open-search.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import styles from './navigation.module.css';

/** @param isFolded True to show icons only */
export function Navigation({ isFolded }: { readonly isFolded: boolean }): ReactNode {
  const { t, language } = useTranslations();
  const project = useProject();
  const types = readableTypes(project, language);
  const openSearch = use(OpenSearchContext);
  return (
    <nav
      className={classNames(styles.nav, isFolded && styles.folded)}
      aria-label={t('frame.navigation')}
    >
      <Link to="/" className={styles.brand} aria-label={t('frame.home')}>
        <Brand size={24} />
        <span>Quoin</span>
      </Link>
      <button
        type="button"
        className={styles.search}
        title={t('search.title')}
        onClick={openSearch}
      >
        <SearchIcon />
        <span>{t('search.title')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <h2 className={sideHeadingClass}>{t('frame.content')}</h2>
      <ul>
        {types.map((type) => (
          <TypeLink key={type.uid} type={type} />
        ))}
      </ul>
      {project.permissions.mayFiles('read') ? (
        <>
          <h2 className={sideHeadingClass}>{t('frame.library')}</h2>
          <ul>
            <li>
              <Link
                to="/plugins/upload"
                activeOptions={{ includeSearch: false }}
                className={sideLinkClass}
                title={t('media.title')}
              >
                <PictureIcon />
                <span>{t('media.title')}</span>
              </Link>
            </li>
          </ul>
        </>
      ) : null}
      {project.permissions.maySeeTypes ? (
        <>
          <h2 className={sideHeadingClass}>{t('frame.project')}</h2>
          <ul>
            <li>
              <Link
                to="/plugins/content-type-builder"
                activeOptions={{ includeSearch: false }}
                className={sideLinkClass}
                title={t('types.title')}
              >
                <LayersIcon />
                <span>{t('types.title')}</span>
              </Link>
            </li>
          </ul>
        </>
      ) : null}
      <div className={styles.me}>
        <PersonMenu />
        <ThemeSwitch />
      </div>
    </nav>
  );
}

function TypeLink({
  type: { uid, isSingle, displayName },
}: {
  readonly type: ContentType;
}): ReactNode {
  const kind = isSingle ? 'single-types' : 'collection-types';
  // The router compares addresses as text, which may contain `:` or `%3A`.
  const isCurrent = useParams({ strict: false }).uid === uid;
  return (
    <li>
      <Link
        to={`/content-manager/${kind}/$uid`}
        params={{ uid }}
        className={sideLinkClass}
        aria-current={isCurrent ? 'page' : undefined}
        title={displayName}
      >
        {isSingle ? <PageIcon /> : <EntryIcon />}
        <span>{displayName}</span>
      </Link>
    </li>
  );
}

function PersonMenu(): ReactNode {
  const { t, language } = useTranslations();
  const { session, views } = useApi();
  const { administrator } = useProject();
  const name = nameOf(administrator);
  const chooseLanguage = async (chosen: string): Promise<void> => {
    writePreference('language', chosen);
    await views.prefer({ language: chosen });
    location.reload();
  };
  const signOut = async (): Promise<void> => {
    await session.signOut();
    writePreference('signed-in', null);
    // Another user must not see the copied section.
    writePreference('section', null);
    location.assign('/admin');
  };
  return (
    <Menu
      label={name}
      placement="top start"
      trigger={
        <Button variant="quiet">
          <Avatar name={name} />
          <span className={styles.who}>
            {name}
            <small>{administrator.roles.join(', ')}</small>
            <span className="visually-hidden">{t('frame.account')}</span>
          </span>
        </Button>
      }
    >
      {LANGUAGES.map((each) => (
        <MenuItem
          key={each}
          id={each}
          note={each === language ? '✓' : undefined}
          onAction={() => void chooseLanguage(each)}
        >
          {LANGUAGE_NAMES[each]}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem icon={SignOutIcon} onAction={() => void signOut()}>
        {t('frame.signOut')}
      </MenuItem>
    </Menu>
  );
}
