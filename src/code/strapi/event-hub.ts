// `strapi.eventHub`: named events with listeners, which are called one after another.
import type { Callable, CodeEventHub } from './strapi.ts';

/** An event hub that reports whether an event has listeners. */
export interface EventHub extends CodeEventHub {
  hasListeners(event: string): boolean;
  /** Calls a function once, when the first listener for an event is added. */
  onFirstListener(event: string, work: () => void): void;
}

/** @param onError Receives errors of listeners; the other listeners are still called */
export function createEventHub(onError: (error: unknown) => void): EventHub {
  const listeners = new Map<string, Set<Callable>>();
  const subscribers = new Set<Callable>();
  const call = async (listener: Callable, args: readonly unknown[]): Promise<void> => {
    try {
      await (Reflect.apply(listener, undefined, args) as unknown);
    } catch (error) {
      onError(error);
    }
  };
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
    hasListeners: (event) => subscribers.size > 0 || (listeners.get(event)?.size ?? 0) > 0,
    async emit(event, ...args) {
      for (const subscriber of subscribers) await call(subscriber, [event, ...args]);
      for (const listener of listeners.get(event) ?? []) await call(listener, args);
    },
    on(event, listener) {
      const existing = listeners.get(event) ?? new Set();
      listeners.set(event, existing.add(listener));
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
      listeners.get(event)?.delete(listener);
    },
    addListener: (event, listener) => hub.on(event, listener),
    removeListener: (event, listener) => hub.off(event, listener),
    subscribe(subscriber) {
      subscribers.add(subscriber);
      runPending();
      return () => hub.unsubscribe(subscriber);
    },
    unsubscribe(subscriber) {
      subscribers.delete(subscriber);
    },
    removeAllListeners() {
      listeners.clear();
    },
    removeAllSubscribers() {
      subscribers.clear();
    },
    destroy() {
      listeners.clear();
      subscribers.clear();
      return hub;
    },
  };
  return hub;
}
