// App layout: the navigation next to the screen; a drawer below 820 px.
import { Outlet, useLocation } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { readPreference, writePreference } from '../base/device.ts';
import { useShortcuts } from '../base/keys.ts';
import { useT } from '../base/i18n.tsx';
import { NavigationContext } from '../ui/navigation-button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Navigation } from './navigation.tsx';
import { Search } from './search.tsx';
import { shadeClass } from '../ui/shade.ts';
import styles from './frame.module.css';

export function Frame(): ReactNode {
  const t = useT();
  const [isFolded, setFolded] = useState(() => readPreference('navigation') === 'folded');
  const [openAt, setOpenAt] = useState<string | null>(null);
  const { pathname } = useLocation();
  useShortcuts({
    '[': () => {
      writePreference('navigation', isFolded ? null : 'folded');
      setFolded(!isFolded);
    },
  });
  return (
    <Search>
      <NavigationContext value={() => setOpenAt(pathname)}>
        <a className={styles.skip} href="#main">
          {t('frame.skip')}
        </a>
        <div className={classNames(styles.frame, isFolded && styles.folded)}>
          <div className={styles.side}>
            <Navigation isFolded={isFolded} />
          </div>
          <div className={styles.main}>
            <Outlet />
          </div>
        </div>
        <ModalOverlay
          className={classNames(shadeClass, styles.shade)}
          isDismissable
          isOpen={openAt === pathname}
          onOpenChange={(open) => setOpenAt(open ? pathname : null)}
        >
          <Modal className={styles.drawer ?? ''}>
            <Dialog className={styles.drawerBody ?? ''} aria-label={t('frame.navigation')}>
              <Navigation isFolded={false} />
            </Dialog>
          </Modal>
        </ModalOverlay>
      </NavigationContext>
    </Search>
  );
}
