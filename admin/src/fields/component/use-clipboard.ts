// Copies the focused section, and pastes a section after it.
import { useEffect, useEffectEvent, type RefObject } from 'react';

interface ClipboardOptions {
  /** Returns the serialized section. */
  readonly onCopy: (index: number) => string;
  /** Returns true if the text was pasted. @param index Index of the focused section */
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
    // Without a selection, clipboard events are dispatched to the page instead of the focused element.
    document.addEventListener('copy', (event) => copy(event), { signal });
    document.addEventListener('paste', (event) => paste(event), { signal });
    return () => ends.abort();
  }, []);
}

/** Returns the index of the item whose head is focused; null if the focus is in an input or an inner list. */
function focusedItem(list: HTMLElement | null): number | null {
  const focused = document.activeElement;
  if (focused?.closest('input, textarea, select, [contenteditable=true]')) return null;
  const item = focused?.closest('[data-sort-item]');
  return item && item.parentElement === list ? Number(item.getAttribute('data-sort-item')) : null;
}
