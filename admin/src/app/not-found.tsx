// Screen for unknown addresses.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '../base/i18n.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

export function NotFound(): ReactNode {
  const t = useT();
  return (
    <main>
      <Notice
        title={t('notFound.title')}
        action={
          <Link to="/" className={buttonClass({ variant: 'primary' })}>
            {t('notFound.home')}
          </Link>
        }
      >
        {t('notFound.text')}
      </Notice>
    </main>
  );
}
