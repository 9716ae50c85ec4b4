// Toasts: temporary messages, with an action such as "Undo", announced by screen readers.
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { Button, buttonClass, IconButton } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import { NewTabLink } from './new-tab-link.tsx';
import styles from './toast.module.css';

export interface ToastMessage {
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Opens in a new tab. */
  readonly link?: {
    readonly label: string;
    readonly href: string;
    /** Says to screen readers that a new tab opens. */
    readonly note: string;
  };
}

type ShowToast = (message: ToastMessage) => void;

/** Duration in milliseconds; longer with an action or a link. */
const SHOWN = 5000;
const SHOWN_WITH_ACTION = 12_000;

const ToastContext = createContext<ShowToast>(() => undefined);

/** Returns the function that shows a toast. */
export function useToast(): ShowToast {
  return use(ToastContext);
}

/** Provides toasts. @param closeLabel Label of the close button */
export function ToastProvider({
  closeLabel,
  children,
}: {
  readonly closeLabel: string;
  readonly children: ReactNode;
}): ReactNode {
  const [shown, setShown] = useState<{
    readonly id: number;
    readonly message: ToastMessage;
  } | null>(null);
  const show = useCallback<ShowToast>((message) => {
    setShown((previous) => ({ id: (previous?.id ?? 0) + 1, message }));
  }, []);
  useEffect(() => {
    if (shown === null) return undefined;
    const timer = setTimeout(
      () => setShown((current) => (current === shown ? null : current)),
      (shown.message.action ?? shown.message.link) ? SHOWN_WITH_ACTION : SHOWN,
    );
    return () => clearTimeout(timer);
  }, [shown]);
  const { action, link } = shown?.message ?? {};
  return (
    <ToastContext value={useMemo(() => show, [show])}>
      {children}
      <div className={styles.region} role="status">
        {shown === null ? null : (
          <div className={styles.toast} key={shown.id}>
            <span>{shown.message.text}</span>
            {link === undefined ? null : (
              <NewTabLink
                href={link.href}
                note={link.note}
                className={buttonClass({ size: 'small', variant: 'quiet' })}
              >
                {link.label}
              </NewTabLink>
            )}
            {action === undefined ? null : (
              <Button
                size="small"
                variant="quiet"
                onPress={() => {
                  setShown(null);
                  action.run();
                }}
              >
                {action.label}
              </Button>
            )}
            <IconButton
              size="small"
              label={closeLabel}
              icon={CloseIcon}
              onPress={() => setShown(null)}
            />
          </div>
        )}
      </div>
    </ToastContext>
  );
}
