// Light and dark theme. The default is the preference of the device.
import { useSyncExternalStore } from 'react';
import { readPreference, writePreference } from './device.ts';

/** A selected theme. */
export type Theme = 'light' | 'dark';

const DARK = '(prefers-color-scheme: dark)';

/** Applies the theme of this device. Call it before the first paint. */
export function applyTheme(): void {
  const chosen = readPreference('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen;
}

/** Selects a theme for this device. */
export function chooseTheme(theme: Theme): void {
  writePreference('theme', theme);
  document.documentElement.dataset['theme'] = theme;
}

/** Returns the current theme and subscribes to changes. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}

export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia(DARK).matches ? 'dark' : 'light';
}

function subscribe(notify: () => void): () => void {
  const observer = new MutationObserver(notify);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const media = matchMedia(DARK);
  media.addEventListener('change', notify);
  return () => {
    observer.disconnect();
    media.removeEventListener('change', notify);
  };
}
