// Layout of the screens before sign-in.
import type { ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Brand } from '../../ui/brand.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './sign-in.module.css';

/** Logo above a narrow column. */
export function EntryFrame({ children }: { readonly children?: ReactNode }): ReactNode {
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <Brand size={36} />
        {children}
      </div>
    </main>
  );
}

/** Error state without a connection. */
export function Unreachable(): ReactNode {
  const t = useT();
  return (
    <EntryFrame>
      <Notice
        isAlert
        title={t('unreachable.title')}
        action={
          <Button variant="primary" onPress={() => location.reload()}>
            {t('again')}
          </Button>
        }
      >
        {t('unreachable.text')}
      </Notice>
    </EntryFrame>
  );
}
