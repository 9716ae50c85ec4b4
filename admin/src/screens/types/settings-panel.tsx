// Settings panel with a heading and a back button.
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useBuilder } from './builder.tsx';
import styles from './settings-panel.module.css';

interface SettingsPanelProps {
  /** Id of the edited part, to focus it. */
  readonly ids: readonly string[];
  readonly label: string;
  readonly title: ReactNode;
  /** Selector of the element that Escape focuses. */
  readonly origin: string;
  readonly children: ReactNode;
}

export function SettingsPanel({
  ids,
  label,
  title,
  origin,
  children,
}: SettingsPanelProps): ReactNode {
  const { takeFocusRequest, isInSettings, leaveSettings } = useBuilder();
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (takeFocusRequest(...ids)) {
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
