// Preferences of the person on a new device: what was chosen on this one comes first.
import type { Preferences } from '../api/views.ts';
import { readPreference, writePreference } from '../base/device.ts';
import { chooseTheme } from '../base/theme.ts';

/** Takes over what was chosen on another device. A language is loaded with the page. */
export function applyPreferences({ theme, language }: Preferences): void {
  if (readPreference('theme') === null && (theme === 'light' || theme === 'dark'))
    chooseTheme(theme);
  if (readPreference('language') !== null || language === null) return;
  writePreference('language', language);
  const isStored = readPreference('language') === language;
  if (isStored && document.documentElement.lang !== language) location.reload();
}
