// Preferences of the user on a new device; local choices take precedence.
import type { Preferences } from '../api/views.ts';
import { readPreference, writePreference } from '../base/device.ts';
import { chooseTheme } from '../base/theme.ts';

/** Applies the preferences of another device. The language is applied when the page is loaded. */
export function applyPreferences({ theme, language }: Preferences): void {
  if (readPreference('theme') === null && (theme === 'light' || theme === 'dark'))
    chooseTheme(theme);
  if (readPreference('language') !== null || language === null) return;
  writePreference('language', language);
  const isStored = readPreference('language') === language;
  if (isStored && document.documentElement.lang !== language) location.reload();
}
