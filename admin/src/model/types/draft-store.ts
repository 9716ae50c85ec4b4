// Draft store: the draft, its initial state, and the undo history.
import type { Draft } from './draft.ts';

/** Changes of the same value within this time are merged; in milliseconds. */
const TOGETHER = 1000;

/** Maximum number of changes that can be undone. */
const LIMIT = 200;

interface Step {
  readonly draft: Draft;
  /** Edited input; null for changes that are undone one by one. */
  readonly input: string | null;
  readonly at: number;
}

/** State for components. */
export interface DraftState {
  /** Models of the server. */
  readonly base: Draft;
  readonly draft: Draft;
  /** Version of the server's models, or null. */
  readonly etag: string | null;
}

/** An edited draft. */
export class DraftStore {
  #state: DraftState;
  #done: readonly Step[] = [];
  #undone: readonly Draft[] = [];
  #count = 0;
  readonly #listeners = new Set<() => void>();
  readonly #now: () => number;

  /** @param now Clock in milliseconds */
  constructor(base: Draft, etag: string | null, now: () => number = Date.now) {
    this.#state = { base, draft: base, etag };
    this.#now = now;
  }

  get state(): DraftState {
    return this.#state;
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Returns an unused id. */
  newId(): string {
    const isUsed = (id: string): boolean => {
      const { draft, base } = this.#state;
      return [draft, base].some(({ models }) =>
        Object.values(models).some(
          (model) => model.id === id || model.fields.some((field) => field.id === id),
        ),
      );
    };
    do this.#count += 1;
    while (isUsed(`new-${this.#count}`));
    return `new-${this.#count}`;
  }

  /** Changes the draft. @param input Input being edited; its keystrokes are undone as one change */
  change(edit: (draft: Draft) => Draft, input: string | null = null): void {
    const { draft } = this.#state;
    const next = edit(draft);
    if (next === draft) return;
    const last = this.#done.at(-1);
    const at = this.#now();
    const isTyping = input !== null && last?.input === input && at - last.at < TOGETHER;
    this.#done = isTyping
      ? [...this.#done.slice(0, -1), { ...last, at }]
      : [...this.#done, { draft, input, at }].slice(-LIMIT);
    this.#undone = [];
    this.#set({ ...this.#state, draft: next });
  }

  /** Undoes the last change. */
  undo(): void {
    const last = this.#done.at(-1);
    if (!last) return;
    this.#done = this.#done.slice(0, -1);
    this.#undone = [...this.#undone, this.#state.draft];
    this.#set({ ...this.#state, draft: last.draft });
  }

  /** Redoes the most recently undone change. */
  redo(): void {
    const next = this.#undone.at(-1);
    if (!next) return;
    this.#undone = this.#undone.slice(0, -1);
    this.#done = [...this.#done, { draft: this.#state.draft, input: null, at: 0 }];
    this.#set({ ...this.#state, draft: next });
  }

  /** Replaces the state, for example after a save. Clears the history. */
  replace(state: DraftState): void {
    this.#done = [];
    this.#undone = [];
    this.#set(state);
  }

  /** Subscribes to changes. Returns a function that unsubscribes. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(state: DraftState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
