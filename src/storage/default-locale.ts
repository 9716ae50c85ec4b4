// In charge of which locale is meant where none is named: it is read at the start, and an administrator may move it
// while the server runs.

/** The default locale of a running server. */
export class DefaultLocale {
  #code: string;

  constructor(code: string) {
    this.#code = code;
  }

  get code(): string {
    return this.#code;
  }

  /** From now on another one is meant; whoever calls has stored it. */
  move(code: string): void {
    this.#code = code;
  }
}
