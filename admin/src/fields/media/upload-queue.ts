// Upload queue: several concurrent uploads with progress. Failed uploads stay until they are retried or removed.

/** Number of concurrent uploads. */
const AT_ONCE = 3;

/** Status of an upload. */
export type UploadState = 'waiting' | 'sending' | 'done' | 'failed';

export interface Upload<Result> {
  readonly key: number;
  readonly file: File;
  readonly state: UploadState;
  /** From 0 to 1. */
  readonly progress: number;
  /** Error message, or empty. */
  readonly reason: string;
  readonly result: Result | null;
}

/** Uploads a file. */
export type SendFile<Result> = (
  file: File,
  sending: { readonly signal: AbortSignal; readonly onProgress: (part: number) => void },
) => Promise<Result>;

/** Uploads in the order in which they were added. */
export class UploadQueue<Result> {
  #uploads: readonly Upload<Result>[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #running = new Map<number, AbortController>();
  readonly #send = new Map<number, SendFile<Result>>();
  readonly #onDone: (result: Result) => void;
  #next = 1;

  /** @param onDone Called with each uploaded file */
  constructor(onDone: (result: Result) => void) {
    this.#onDone = onDone;
  }

  /** The uploads; a new list after each change. */
  get = (): readonly Upload<Result>[] => this.#uploads;

  /** Subscribes to changes. Returns a function that unsubscribes. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Adds files. @param reasonAgainst Reason to reject a file; empty to accept it */
  add(
    files: readonly File[],
    send: SendFile<Result>,
    reasonAgainst: (file: File) => string = () => '',
  ): void {
    const added = files.map((file): Upload<Result> => {
      const key = this.#next;
      this.#next += 1;
      const reason = reasonAgainst(file);
      this.#send.set(key, send);
      const state = reason === '' ? 'waiting' : 'failed';
      return { key, file, state, progress: 0, reason, result: null };
    });
    this.#set([...this.#uploads, ...added]);
    this.#advance();
  }

  /** Retries a failed upload. */
  again(key: number): void {
    this.#change(key, { state: 'waiting', progress: 0, reason: '' });
    this.#advance();
  }

  /** Removes an upload; cancels it if it is in progress. */
  drop(key: number): void {
    this.#running.get(key)?.abort();
    this.#running.delete(key);
    this.#set(this.#uploads.filter((each) => each.key !== key));
    this.#advance();
  }

  /** Removes completed uploads. */
  clear(): void {
    this.#set(this.#uploads.filter(({ state }) => state !== 'done'));
  }

  #advance(): void {
    for (const { key, file, state } of this.#uploads) {
      if (this.#running.size >= AT_ONCE) return;
      if (state === 'waiting') void this.#start(key, file);
    }
  }

  async #start(key: number, file: File): Promise<void> {
    const controller = new AbortController();
    this.#running.set(key, controller);
    this.#change(key, { state: 'sending' });
    const { signal } = controller;
    const onProgress = (progress: number): void => this.#change(key, { progress });
    try {
      const result = await this.#send.get(key)?.(file, { signal, onProgress });
      if (signal.aborted || result === undefined) return;
      this.#change(key, { state: 'done', progress: 1, result });
      this.#onDone(result);
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      this.#change(key, { state: 'failed', reason });
    } finally {
      if (this.#running.get(key) === controller) this.#running.delete(key);
      this.#advance();
    }
  }

  #change(key: number, part: Partial<Upload<Result>>): void {
    this.#set(this.#uploads.map((each) => (each.key === key ? { ...each, ...part } : each)));
  }

  #set(uploads: readonly Upload<Result>[]): void {
    this.#uploads = uploads;
    for (const listener of this.#listeners) listener();
  }
}
