// Sorting by drag, and by Alt and arrow keys, of items in rows or columns.
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { classNames } from '../../ui/class-names.ts';
import styles from './sortable.module.css';

/** Attribute of an item; its value is the index. */
const ITEM = 'data-sort-item';
const HANDLE = 'data-sort-handle';

/** In pixels: a shorter movement of the pointer is a click. */
const SLOP = 4;

/** Props for an item, its handle, and the list around them. */
export interface Sorting {
  readonly item: (index: number) => {
    readonly 'data-sort-item': number;
    readonly 'data-dragged': true | undefined;
    readonly 'data-drop': 'before' | 'after' | undefined;
  };
  readonly handle: (index: number) => HandleProps;
  /** Moves an item by one place if the keys say so; for key events anywhere in the item. */
  readonly onKeyDown: (event: KeyboardEvent, index: number) => void;
}

interface HandleProps {
  readonly 'data-sort-handle': number;
  readonly 'aria-keyshortcuts': string;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

interface Drag {
  readonly from: number;
  /** Index before which the item would be put. */
  readonly to: number;
}

/** Returns the class of an item. Its list sets `--gap`. @param direction Whether items form a column or a row */
export function sortedItem(direction: 'column' | 'row'): string | undefined {
  return classNames(styles.item, styles[direction]);
}

/** @param onMove Called with the index of the item before and after */
export function useSorting(
  count: number,
  onMove: (from: number, to: number) => void,
): readonly [list: React.RefObject<HTMLElement | null>, sorting: Sorting] {
  const list = useRef<HTMLElement>(null);
  const focused = useRef<Element | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  useLayoutEffect(() => {
    // Moving an element in the page takes the focus from it.
    if (focused.current instanceof HTMLElement) focused.current.focus();
    focused.current = null;
  });
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= count || to === from) return;
    onMove(from, to);
  };
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0 || !event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    focused.current = document.activeElement;
    move(index, index + step);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>, from: number): void => {
    const element = list.current;
    if (event.button !== 0 || element === null) return;
    const { clientX, clientY } = event;
    let latest: Drag | null = null;
    const follow = (next: globalThis.PointerEvent): void => {
      if (latest === null && Math.hypot(next.clientX - clientX, next.clientY - clientY) < SLOP)
        return;
      latest = { from, to: storedAt(element, next) };
      setDrag(latest);
    };
    const finish = (isDone: boolean) => (): void => {
      ends.abort();
      setDrag(null);
      if (!isDone || latest === null) return;
      move(from, latest.to > from ? latest.to - 1 : latest.to);
    };
    const ends = new AbortController();
    const { signal } = ends;
    addEventListener('pointermove', follow, { signal });
    addEventListener('pointerup', finish(true), { signal });
    addEventListener('pointercancel', finish(false), { signal });
    addEventListener(
      'keydown',
      (key) => {
        if (key.key === 'Escape') finish(false)();
      },
      { signal },
    );
  };
  return [
    list,
    {
      item: (index) => ({
        [ITEM]: index,
        'data-dragged': drag?.from === index || undefined,
        'data-drop': drag === null ? undefined : dropAt(drag, index, count),
      }),
      handle: (index) => ({
        [HANDLE]: index,
        'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown',
        onPointerDown: (event) => onPointerDown(event, index),
        onKeyDown: (event) => onKeyDown(event, index),
      }),
      onKeyDown,
    },
  ];
}

function dropAt({ to }: Drag, index: number, count: number): 'before' | 'after' | undefined {
  if (to === index) return 'before';
  return to === count && index === count - 1 ? 'after' : undefined;
}

/** Index before which something at a point would be put: that of the nearest item, or the one after it. */
function storedAt(list: HTMLElement, { clientX, clientY }: globalThis.PointerEvent): number {
  const isReversed = getComputedStyle(list).direction === 'rtl';
  const items = [...list.querySelectorAll<HTMLElement>(`:scope > [${ITEM}]`)].map((element) => ({
    index: Number(element.getAttribute(ITEM)),
    box: element.getBoundingClientRect(),
  }));
  const distances = items.map(({ box }) => {
    const dx = Math.max(box.left - clientX, 0, clientX - box.right);
    const dy = Math.max(box.top - clientY, 0, clientY - box.bottom);
    // Another row is further away than the end of this one.
    return dx + dy * 4;
  });
  const nearest = items[distances.indexOf(Math.min(...distances))];
  if (nearest === undefined) return 0;
  const { left, right, top, bottom } = nearest.box;
  const isInRow = items.some(
    ({ box }) => box !== nearest.box && box.top < bottom && box.bottom > top,
  );
  const isPast = isInRow
    ? clientX > (left + right) / 2 !== isReversed
    : clientY > (top + bottom) / 2;
  return isPast ? nearest.index + 1 : nearest.index;
}
