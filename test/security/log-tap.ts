// Captures the output of a process, including its log, during a test.
import fs from 'node:fs';

/** How a line of the log begins. */
const LINE = '{"level":';

/** Listens to everything that is printed, until it is ended. */
export class LogTap implements Disposable {
  readonly #writeSync = fs.writeSync;
  readonly #write = fs.write;
  readonly #streams = [process.stdout, process.stderr].map((stream) => ({
    stream,
    write: stream.write,
  }));
  #text = '';

  constructor() {
    // The log is written to the file of the terminal, past the streams.
    fs.writeSync = ((...given: Parameters<typeof fs.writeSync>): number =>
      isLine(given[1]) ? this.#note(given[1]) : this.#writeSync(...given)) as typeof fs.writeSync;
    fs.write = ((...given: Parameters<typeof fs.write>): void => {
      if (!isLine(given[1])) return this.#write(...given);
      const done = given.at(-1) as (error: null, written: number) => void;
      setImmediate(done, null, this.#note(given[1]));
    }) as typeof fs.write;
    for (const { stream } of this.#streams) {
      stream.write = (chunk: unknown): boolean => this.#note(chunk) >= 0;
    }
  }

  /** All that was printed so far. */
  get text(): string {
    return this.#text;
  }

  /** Waits until earlier output is complete. */
  async settle(): Promise<void> {
    for (let before = ''; before !== this.#text || before === '';) {
      before = this.#text;
      for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
      if (before === '' && this.#text === '') return;
    }
  }

  [Symbol.dispose](): void {
    fs.writeSync = this.#writeSync;
    fs.write = this.#write;
    for (const { stream, write } of this.#streams) stream.write = write;
  }

  /** @returns its size in bytes */
  #note(chunk: unknown): number {
    const bytes = chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.from(String(chunk));
    this.#text += bytes.toString();
    return bytes.length;
  }
}

function isLine(chunk: unknown): boolean {
  return typeof chunk === 'string' && chunk.startsWith(LINE);
}
