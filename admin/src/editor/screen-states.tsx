// Loading, error and forbidden states of screens.
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { ApiError } from '../api/errors.ts';
import { useT } from '../base/i18n.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { NavigationButton } from '../ui/navigation-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import styles from './screen-states.module.css';

/** Delay before a placeholder is shown, in milliseconds. */
const SHOWN_AFTER = 150;

/** Placeholder rows. */
export function Skeleton({ rows }: { readonly rows: number }): ReactNode {
  const t = useT();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <div className={styles.skeleton} role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}

/** Error state. */
export function LoadFailure({
  error,
  onRetry,
}: {
  readonly error: Error;
  readonly onRetry: () => void;
}): ReactNode {
  const t = useT();
  if (error instanceof ApiError && error.status === 403) return <NoPermission />;
  if (error instanceof ApiError && error.status === 404) return <Missing />;
  const id = error instanceof ApiError ? error.requestId : null;
  return (
    <EmptyScreen>
      <Notice
        isAlert
        title={t('failure.title')}
        action={
          <Button variant="primary" onPress={onRetry}>
            {t('again')}
          </Button>
        }
      >
        <p>{error instanceof ApiError ? error.message : t('unreachable.text')}</p>
        {id === null ? null : <p>{t('failure.id', { id })}</p>}
      </Notice>
    </EmptyScreen>
  );
}

/** Forbidden state. */
export function NoPermission(): ReactNode {
  const t = useT();
  return (
    <EmptyScreen>
      <Notice title={t('noPermission.title')} action={<HomeLink />}>
        {t('noPermission.text')}
      </Notice>
    </EmptyScreen>
  );
}

function Missing(): ReactNode {
  const t = useT();
  return (
    <EmptyScreen>
      <Notice title={t('missing.title')} action={<HomeLink />}>
        {t('missing.text')}
      </Notice>
    </EmptyScreen>
  );
}

function HomeLink(): ReactNode {
  const t = useT();
  return (
    <Link to="/" className={buttonClass({ variant: 'primary' })}>
      {t('notFound.home')}
    </Link>
  );
}

function EmptyScreen({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useT();
  return (
    <>
      <ScreenHead>
        <NavigationButton label={t('frame.open')} />
        <h1>Quoin</h1>
      </ScreenHead>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
