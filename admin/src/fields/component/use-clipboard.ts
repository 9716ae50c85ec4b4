// Copies the section that has the focus, and pastes one after it.
import { useEffect, useEffectEvent, type RefObject } from 'react';

interface ClipboardOptions {
  /** Returns the text of the section. */
  readonly onCopy: (index: number) => string;
  /** Returns whether it took the text. @param index Of the section that has the focus */
  readonly onPaste: (text: string, index: number) => boolean;
}

/** @param list Element whose items have the attribute `data-sort-item` */
export function useClipboard(
  list: RefObject<HTMLElement | null>,
  { onCopy, onPaste }: ClipboardOptions,
): void {
  const copy = useEffectEvent((event: ClipboardEvent) => {
    const index = focusedItem(list.current);
    if (index === null || getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', onCopy(index));
  });
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const index = focusedItem(list.current);
    if (index === null) return;
    if (onPaste(event.clipboardData?.getData('text/plain') ?? '', index)) event.preventDefault();
  });
  useEffect(() => {
    const ends = new AbortController();
    const { signal } = ends;
    // Without selected text, the events belong to the page and not to the element with the focus.
    document.addEventListener('copy', (event) => copy(event), { signal });
    document.addEventListener('paste', (event) => paste(event), { signal });
    return () => ends.abort();
  }, []);
}

/** Index of the item whose head has the focus; null if it is in a text, or in a list inside. */
function focusedItem(list: HTMLElement | null): number | null {
  const focused = document.activeElement;
  if (focused?.closest('input, textarea, select, [contenteditable=true]')) return null;
  const item = focused?.closest('[data-sort-item]');
  return item && item.parentElement === list ? Number(item.getAttribute('data-sort-item')) : null;
}
