// Home screen with links to readable types and new entries.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from '../../base/i18n.tsx';
import { readableTypes, useProject } from '../../editor/project.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NavigationButton } from '../../ui/navigation-button.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import styles from './home.module.css';

export function Home(): ReactNode {
  const { t, language } = useTranslations();
  const project = useProject();
  const types = readableTypes(project, language);
  return (
    <>
      <title>Quoin</title>
      <ScreenHead>
        <NavigationButton label={t('frame.open')} />
        <h1>{t('home.title', { name: project.administrator.firstname })}</h1>
      </ScreenHead>
      <main id="main" tabIndex={-1} className={styles.page}>
        {types.length === 0 ? (
          <Notice
            title={t('home.empty')}
            action={
              project.permissions.maySeeTypes ? (
                <Link
                  to="/plugins/content-type-builder"
                  className={buttonClass({ variant: 'primary' })}
                >
                  {t('types.title')}
                </Link>
              ) : undefined
            }
          >
            {t('home.emptyText')}
          </Notice>
        ) : (
          <ul className={styles.types}>
            {types.map(({ uid, isSingle, displayName }) => (
              <li key={uid}>
                <Link
                  to={`/content-manager/${isSingle ? 'single-types' : 'collection-types'}/$uid`}
                  params={{ uid }}
                >
                  <b>{displayName}</b>
                  <small>{isSingle ? t('home.single') : t('home.collection')}</small>
                </Link>
                {isSingle || !project.permissions.may('create', uid) ? null : (
                  <Link
                    to="/content-manager/collection-types/$uid/$documentId"
                    params={{ uid, documentId: 'create' }}
                    aria-label={t('entry.new', { type: displayName })}
                    className={buttonClass({ size: 'small' })}
                  >
                    <PlusIcon size={14} />
                    {t('list.new')}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        )}
      </main>
    </>
  );
}
