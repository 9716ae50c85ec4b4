// Frame of the settings: a heading, and the way back to the list.
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useBuilder } from './builder.tsx';
import styles from './settings-panel.module.css';

interface SettingsPanelProps {
  /** Ids of what is set, for the focus. */
  readonly ids: readonly string[];
  readonly label: string;
  readonly title: ReactNode;
  /** Selector of what gets the focus with Escape. */
  readonly origin: string;
  readonly children: ReactNode;
}

/** The right of the screen. */
export function SettingsPanel({
  ids,
  label,
  title,
  origin,
  children,
}: SettingsPanelProps): ReactNode {
  const { takeWish, isInSettings, leaveSettings } = useBuilder();
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (takeWish(...ids)) {
      const input = panel.current?.querySelector<HTMLElement>('input, select, textarea');
      input?.focus();
      if (input instanceof HTMLInputElement) input.select();
    }
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    if (isInSettings && matchMedia('(width < 900px)').matches) leaveSettings();
    requestAnimationFrame(() => {
      const target = document.querySelector<HTMLElement>(origin);
      (target ?? document.querySelector<HTMLElement>('#main'))?.focus();
    });
  };
  return (
    <section
      className={styles.panel}
      ref={panel}
      aria-label={label}
      data-settings
      onKeyDown={onKeyDown}
    >
      <h2>{title}</h2>
      {children}
    </section>
  );
}
