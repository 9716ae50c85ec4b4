// Modal dialog.
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classNames } from './class-names.ts';
import { shadeClass } from './shade.ts';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Null if it cannot be dismissed. */
  readonly onClose: (() => void) | null;
  readonly size?: 'wide' | 'full';
  readonly children: ReactNode;
  /** Buttons, with the main action last. */
  readonly actions?: ReactNode;
}

export function Dialog({
  title,
  isOpen,
  onClose,
  size,
  children,
  actions,
}: DialogProps): ReactNode {
  return (
    <ModalOverlay
      className={classNames(shadeClass, styles.shade)}
      isOpen={isOpen}
      isDismissable={onClose !== null}
      isKeyboardDismissDisabled={onClose === null}
      onOpenChange={(open) => {
        if (!open) onClose?.();
      }}
    >
      <Modal className={classNames(styles.modal, size && styles[size])}>
        <AriaDialog className={styles.dialog ?? ''}>
          <Heading slot="title" className={styles.title ?? ''}>
            {title}
          </Heading>
          <div className={styles.body}>{children}</div>
          {actions === undefined ? null : <footer className={styles.actions}>{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
