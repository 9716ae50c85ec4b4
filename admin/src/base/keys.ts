// Keyboard shortcuts: notation, matching and display.
import { useEffect, useEffectEvent } from 'react';

/** A shortcut such as `Ctrl+Shift+Enter`, `/` or `[`. `Ctrl` is the command key on a Mac. */
export type Shortcut = string;

/** Properties of a keyboard event. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Returns true if a key event matches a shortcut. */
export function matchesShortcut(press: KeyPress, shortcut: Shortcut): boolean {
  const parts = shortcut.split('+');
  const key = parts.at(-1) ?? '';
  const isLetter = key.length === 1 && !/[a-z0-9]/i.test(key);
  return (
    press.key.toLowerCase() === key.toLowerCase() &&
    (press.ctrlKey || press.metaKey) === parts.includes('Ctrl') &&
    // A character such as `?` needs Shift on some keyboards.
    (isLetter || press.shiftKey === parts.includes('Shift')) &&
    press.altKey === parts.includes('Alt')
  );
}

/** Handlers by shortcut. */
export type Shortcuts = Readonly<Record<Shortcut, () => void>>;

/**
 * Runs handlers while the component is mounted. Shortcuts without Ctrl or Alt do not apply in text fields or while a
 * dialog is open.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isPlain && isBusy(event.target)) return;
    const found = Object.keys(shortcuts).find((each) => matchesShortcut(event, each));
    if (found === undefined) return;
    event.preventDefault();
    shortcuts[found]?.();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('[role=dialog],[role=menu],[role=listbox]'))
    return true;
  return /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !isCheckbox(target);
}

function isCheckbox(target: HTMLElement): boolean {
  return target instanceof HTMLInputElement && target.type === 'checkbox';
}
