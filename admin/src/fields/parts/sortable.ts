// Sorting of items in rows or columns by drag and drop, and with Alt and arrow keys.
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { classNames } from '../../ui/class-names.ts';
import styles from './sortable.module.css';

/** Attribute of an item with its index. */
const ITEM = 'data-sort-item';
const HANDLE = 'data-sort-handle';

/** Pointer movement below which a drag is a click, in pixels. */
const SLOP = 4;

/** Props of items, handles and the list. */
export interface Sorting {
  readonly item: (index: number) => {
    readonly 'data-sort-item': number;
    readonly 'data-dragged': true | undefined;
    readonly 'data-drop': 'before' | 'after' | undefined;
  };
  readonly handle: (index: number) => HandleProps;
  /** Handles key events of an item: moves it by one position. */
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
  /** Index before which the item would be inserted. */
  readonly to: number;
}

/** Returns the class of an item. The list sets `--gap`. @param direction Direction of the items */
export function sortedItem(direction: 'column' | 'row'): string | undefined {
  return classNames(styles.item, styles[direction]);
}

/** @param onMove Called with the index before and after */
export function useSorting(
  count: number,
  onMove: (from: number, to: number) => void,
): readonly [list: React.RefObject<HTMLElement | null>, sorting: Sorting] {
  const list = useRef<HTMLElement>(null);
  const focused = useRef<Element | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  useLayoutEffect(() => {
    // Moving an element in the DOM blurs it.
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

/** Returns the insertion index at a point: before or after the nearest item. */
function storedAt(list: HTMLElement, { clientX, clientY }: globalThis.PointerEvent): number {
  const isReversed = getComputedStyle(list).direction === 'rtl';
  const items = [...list.querySelectorAll<HTMLElement>(`:scope > [${ITEM}]`)].map((element) => ({
    index: Number(element.getAttribute(ITEM)),
    box: element.getBoundingClientRect(),
  }));
  const distances = items.map(({ box }) => {
    const dx = Math.max(box.left - clientX, 0, clientX - box.right);
    const dy = Math.max(box.top - clientY, 0, clientY - box.bottom);
    // Distances to other rows weigh more.
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
