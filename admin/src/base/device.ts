// Preferences of this device. Without storage (a private window) they last until the page is closed.

/** Reads a preference; null if there is none. */
export function readPreference(name: string): string | null {
  try {
    return localStorage.getItem(`quoin.${name}`);
  } catch {
    return null;
  }
}

/** Stores a preference; null removes it. */
export function writePreference(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`quoin.${name}`);
    else localStorage.setItem(`quoin.${name}`, value);
  } catch {
    // Storage is full or forbidden: the preference is not kept.
  }
}
