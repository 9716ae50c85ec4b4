// Preferences of this device. Without storage, as in private windows, they are lost when the page is closed.

/** Reads a preference, or returns null. */
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
    // Storage is full or blocked: the preference is not stored.
  }
}
