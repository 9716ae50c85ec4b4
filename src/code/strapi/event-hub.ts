// `strapi.eventHub`: named events with listeners, which are called one after another.
import type { Callable, CodeEventHub } from './strapi.ts';

/** The event hub with `isHeard`, which tells whether an event has listeners. */
export interface EventHub extends CodeEventHub {
  isHeard(event: string): boolean;
  /** Calls a function once, when the first listener for an event is added. */
  whenHeard(event: string, work: () => void): void;
}

/** @param failed Receives errors of listeners; the other listeners are still called */
export function createEventHub(failed: (error: unknown) => void): EventHub {
  const listeners = new Map<string, Set<Callable>>();
  const subscribers = new Set<Callable>();
  const call = async (listener: Callable, args: readonly unknown[]): Promise<void> => {
    try {
      await (Reflect.apply(listener, undefined, args) as unknown);
    } catch (error) {
      failed(error);
    }
  };
  const waiting = new Map<string, () => void>();
  const startWork = (): void => {
    for (const [event, work] of waiting) {
      if (!hub.isHeard(event)) continue;
      waiting.delete(event);
      work();
    }
  };
  const hub: EventHub = {
    whenHeard(event, work) {
      waiting.set(event, work);
      startWork();
    },
    isHeard: (event) => subscribers.size > 0 || (listeners.get(event)?.size ?? 0) > 0,
    async emit(event, ...args) {
      for (const subscriber of subscribers) await call(subscriber, [event, ...args]);
      for (const listener of listeners.get(event) ?? []) await call(listener, args);
    },
    on(event, listener) {
      const existing = listeners.get(event) ?? new Set();
      listeners.set(event, existing.add(listener));
      startWork();
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
    subscribe(subscriber) {
      subscribers.add(subscriber);
      startWork();
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
