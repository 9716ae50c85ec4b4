import { describe, expect, test, vi } from 'vitest';
import { valueAt, withValueAt } from './document.ts';
import { FormStore } from './form-store.ts';

describe('documents', () => {
  const document = { title: 'a', parts: [{ name: 'x' }, { name: 'y' }] };

  test('reads values by path', () => {
    expect(valueAt(document, ['parts', 1, 'name'])).toBe('y');
    expect(valueAt(document, ['parts', 7, 'name'])).toBeUndefined();
    expect(valueAt(document, ['title', 'length'])).toBeUndefined();
  });

  test('share everything else after a change', () => {
    const changed = withValueAt(document, ['parts', 1, 'name'], 'z');
    expect(changed).toEqual({ title: 'a', parts: [{ name: 'x' }, { name: 'z' }] });
    expect(valueAt(changed, ['parts', 0])).toBe(document.parts[0]);
    expect(document.parts[1]?.name).toBe('y');
  });

  test('lose a key that is set to undefined', () => {
    expect(withValueAt({ a: 1, b: 2 }, ['a'], undefined)).toEqual({ b: 2 });
  });
});

describe('subscriptions', () => {
  test('are not notified of a keystroke in another field', () => {
    const store = new FormStore({ title: '', summary: '', parts: [{ name: '' }] });
    const [title, summary, whole, part] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
    store.subscribe(['title'], title);
    store.subscribe(['summary'], summary);
    store.subscribe([], whole);
    const end = store.subscribe(['parts'], part);
    store.write(['title'], 'a');
    store.write(['title'], 'a');
    store.write(['parts', 0, 'name'], 'b');
    expect([title, summary, whole, part].map((each) => each.mock.calls.length)).toEqual([
      1, 0, 2, 1,
    ]);
    end();
    store.write(['parts', 0, 'name'], 'c');
    expect(part).toHaveBeenCalledTimes(1);
  });

  test('are notified of a new base only if their value changed', () => {
    const store = new FormStore({ title: 'a', summary: 'b' });
    const [title, summary] = [vi.fn(), vi.fn()];
    store.subscribe(['title'], title);
    store.subscribe(['summary'], summary);
    store.rebase({ title: 'a', summary: 'c' }, { title: 'a', summary: 'c' });
    expect([title, summary].map((each) => each.mock.calls.length)).toEqual([0, 1]);
    expect(store.base).toEqual(store.current);
  });
});

describe('undo', () => {
  function typed(): { readonly store: FormStore; readonly wait: (milliseconds: number) => void } {
    let now = 0;
    const store = new FormStore({ title: '', summary: '' }, () => now);
    return { store, wait: (milliseconds) => void (now += milliseconds) };
  }

  test('consecutive keystrokes are one step', () => {
    const { store, wait } = typed();
    for (const text of ['a', 'ab', 'abc']) {
      store.write(['title'], text);
      wait(100);
    }
    wait(5000);
    store.write(['title'], 'abcd');
    expect(store.undo()).toEqual(['title']);
    expect(store.read(['title'])).toBe('abc');
    store.undo();
    expect(store.read(['title'])).toBe('');
    expect(store.canUndo).toBe(false);
    expect(store.undo()).toBeNull();
  });

  test('changes of a list are undone one by one, however fast they are', () => {
    const store = new FormStore({ tags: ['a', 'b'] }, () => 0);
    store.write(['tags'], ['b', 'a']);
    store.write(['tags'], ['b']);
    store.undo();
    expect(store.current).toEqual({ tags: ['b', 'a'] });
    store.undo();
    expect(store.current).toEqual({ tags: ['a', 'b'] });
  });

  test('an undone step can be redone until the next change', () => {
    const { store, wait } = typed();
    store.write(['title'], 'a');
    wait(5000);
    store.write(['summary'], 'b');
    store.undo();
    expect(store.canRedo).toBe(true);
    store.redo();
    expect(store.current).toEqual({ title: 'a', summary: 'b' });
    store.undo();
    store.write(['title'], 'c');
    expect(store.canRedo).toBe(false);
  });

  test('continues after a save', () => {
    const { store } = typed();
    store.write(['title'], 'a');
    store.rebase({ title: 'a', summary: '' }, { title: 'a', summary: '' });
    store.undo();
    expect(store.read(['title'])).toBe('');
  });
});

test('a value that is loaded later is not a change, and is found in both documents by component id', () => {
  const before = {
    parts: [
      { id: 1, tags: null },
      { id: 2, tags: null },
    ],
  };
  const store = new FormStore(before);
  store.write(['parts'], [before.parts[1] ?? null, before.parts[0] ?? null]);
  store.fill(['parts', 0, 'tags'], () => ['sea']);
  expect(store.current).toEqual({
    parts: [
      { id: 2, tags: ['sea'] },
      { id: 1, tags: null },
    ],
  });
  expect(store.base).toEqual({
    parts: [
      { id: 1, tags: null },
      { id: 2, tags: ['sea'] },
    ],
  });
});
