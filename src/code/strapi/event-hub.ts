// `strapi.eventHub`: named events with listeners, which are called one after another.
import type { CodeEventHub } from './server-types.ts';
import type { Strapi } from './strapi.ts';
import type { Callable, Fields } from './code-values.ts';

/** An event hub that reports whether an event has listeners. */
export interface EventHub extends CodeEventHub {
  hasListeners(event: string): boolean;
  /** Calls a function once, when the first listener for an event is added. */
  onFirstListener(event: string, work: () => void): void;
}

/** As in Strapi, a listener that fails ends the emission, and its error is that of `emit`. */
export function createEventHub(): EventHub {
  const listeners = new Map<string, Callable[]>();
  const callListeners = async (event: string, ...args: unknown[]): Promise<void> => {
    for (const listener of listeners.get(event) ?? []) {
      await (Reflect.apply(listener, undefined, args) as unknown);
    }
  };
  // `on` needs this subscriber, which `removeAllSubscribers` removes too.
  let subscribers: Callable[] = [callListeners];
  const pending = new Map<string, () => void>();
  const runPending = (): void => {
    for (const [event, work] of pending) {
      if (!hub.hasListeners(event)) continue;
      pending.delete(event);
      work();
    }
  };
  const hub: EventHub = {
    onFirstListener(event, work) {
      pending.set(event, work);
      runPending();
    },
    hasListeners: (event) =>
      subscribers.some((each) => each !== callListeners) || (listeners.get(event)?.length ?? 0) > 0,
    async emit(event, ...args) {
      for (const subscriber of subscribers) {
        await (Reflect.apply(subscriber, undefined, [event, ...args]) as unknown);
      }
    },
    on(event, listener) {
      const existing = listeners.get(event) ?? [];
      listeners.set(event, [...existing, listener]);
      runPending();
      return () => hub.off(event, listener);
    },
    once(event, listener) {
      const only = (...args: unknown[]): unknown => {
        hub.off(event, only);
        return Reflect.apply(listener, undefined, args) as unknown;
      };
      return hub.on(event, only);
    },
    off(event, listener) {
      listeners.set(event, withoutFirst(listeners.get(event) ?? [], listener));
    },
    addListener: (event, listener) => hub.on(event, listener),
    removeListener: (event, listener) => hub.off(event, listener),
    subscribe(subscriber) {
      subscribers = [...subscribers, subscriber];
      runPending();
      return () => hub.unsubscribe(subscriber);
    },
    unsubscribe(subscriber) {
      subscribers = withoutFirst(subscribers, subscriber);
    },
    removeAllListeners() {
      listeners.clear();
      return hub;
    },
    removeAllSubscribers() {
      subscribers = [];
      return hub;
    },
    destroy() {
      return hub.removeAllListeners().removeAllSubscribers();
    },
  };
  return hub;
}

/** Emits an event of the server. Errors of listeners are logged. */
export function emitEvent(
  { eventHub, log }: Pick<Strapi, 'eventHub' | 'log'>,
  event: string,
  payload: Fields,
): void {
  eventHub.emit(event, payload).catch((error: unknown) => log.error(error));
}

function withoutFirst(list: readonly Callable[], item: Callable): Callable[] {
  const index = list.indexOf(item);
  return index < 0 ? [...list] : list.toSpliced(index, 1);
}
