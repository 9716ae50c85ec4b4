// Commits and their subscribers.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ChangeFeed, subscribeWeakly, type ChangeListener } from './change-feed.ts';

/** A feed that counts its subscribers. */
class CountedFeed {
  readonly #feed = new ChangeFeed();
  subscribers = 0;

  readonly onChange = (listener: ChangeListener): (() => void) => {
    const unsubscribe = this.#feed.subscribe(listener);
    this.subscribers += 1;
    return () => {
      this.subscribers -= 1;
      unsubscribe();
    };
  };

  emit(table: string): void {
    this.#feed.emit(new Set([table]));
  }
}

class Subscriber {
  readonly tables: string[] = [];

  constructor(feed: CountedFeed) {
    subscribeWeakly(feed, this, ({ tables }, changed) => tables.push(...(changed ?? [])));
  }
}

test('a subscriber in use receives every change', async () => {
  const feed = new CountedFeed();
  const subscriber = new Subscriber(feed);
  feed.emit('articles');
  await collectGarbage();
  feed.emit('authors');
  expect(subscriber.tables).toEqual(['articles', 'authors']);
  expect(feed.subscribers).toBe(1);
});

test('an unused subscriber is unsubscribed at the next change', async () => {
  const feed = new CountedFeed();
  for (let i = 0; i < 10; i += 1) new Subscriber(feed);
  expect(feed.subscribers).toBe(10);
  await collectGarbage();
  feed.emit('articles');
  expect(feed.subscribers).toBe(0);
});

/** A weak reference is held until the end of the turn in which it was created. */
async function collectGarbage(): Promise<void> {
  await setImmediate();
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
}
