// Avatars of other users who have the entry open.
import { useEffect, useState, type ReactNode } from 'react';
import { useCalls } from '../api/api.tsx';
import { ApiError } from '../api/errors.ts';
import { createPresenceApi, type PresentAdministrator } from '../api/presence.ts';
import { useT } from '../base/i18n.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { useEntrySession, useEntryState } from './session-context.tsx';
import styles from './other-editors.module.css';

/** Heartbeat interval in milliseconds; the server removes users after 40 seconds without one. */
const INTERVAL = 10_000;

/** Sends heartbeats while the page is visible. */
export function OtherEditors(): ReactNode {
  const t = useT();
  const others = useOtherEditors();
  if (others.length === 0) return null;
  return (
    <ul className={styles.others}>
      {others.map(({ id, name }) => (
        <li key={id} title={t('presence.here', { name })}>
          <Avatar name={name} />
          <span className="visually-hidden">{t('presence.here', { name })}</span>
        </li>
      ))}
    </ul>
  );
}

function useOtherEditors(): readonly PresentAdministrator[] {
  const presence = useCalls(createPresenceApi);
  const { uid } = useEntrySession();
  const documentId = useEntryState((state) => state.documentId);
  const [others, setOthers] = useState<readonly PresentAdministrator[]>([]);
  useEffect(() => {
    if (documentId === null) return undefined;
    let isOpen = true;
    let isKnown = true;
    let isWaiting = false;
    const announce = async (isHere: boolean): Promise<void> => {
      isWaiting = true;
      try {
        const found = await presence.announce(uid, documentId, isHere);
        if (isOpen) setOthers(found);
      } catch (error) {
        // The next heartbeat follows; servers without presence are ignored.
        isKnown = !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
      }
      isWaiting = false;
    };
    const sign = (): void => {
      if (isKnown && !isWaiting && !document.hidden) void announce(true);
    };
    sign();
    const timer = setInterval(sign, INTERVAL);
    const leave = (): void => {
      if (isKnown) void announce(false);
    };
    document.addEventListener('visibilitychange', sign);
    addEventListener('pagehide', leave);
    return () => {
      isOpen = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', sign);
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [presence, uid, documentId]);
  return others;
}
