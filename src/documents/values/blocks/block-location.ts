// The location of a part of a blocks value. Its label and path are computed only for errors.

/** The location of a value, or of an item or property in it. */
export class BlockLocation {
  /** The part before casting; undefined if it was missing or part of a JSON text. */
  readonly original: unknown;
  readonly #parent: BlockLocation | string;
  readonly #key: string | number;

  /** The location of the whole value. @param label Its name in messages */
  static root(label: string, original: unknown): BlockLocation {
    return new BlockLocation(label, '', original);
  }

  private constructor(parent: BlockLocation | string, key: string | number, original: unknown) {
    this.#parent = parent;
    this.#key = key;
    this.original = original;
  }

  /** The location of an item or property. @param value The list or object after casting */
  child(key: string | number, value: unknown): BlockLocation {
    return new BlockLocation(this, key, partOf(this.original ?? value, key));
  }

  /** The name in messages, such as `content[0].children`. */
  label(): string {
    if (typeof this.#parent === 'string') return this.#parent;
    const key = typeof this.#key === 'number' ? `[${this.#key}]` : `.${this.#key}`;
    return this.#parent.label() + key;
  }

  /** The segments of the path. */
  path(): string[] {
    if (typeof this.#parent === 'string') return [];
    const path = this.#parent.path();
    path.push(String(this.#key));
    return path;
  }
}

/** An item or property of a value. The items of a string are its characters. */
function partOf(whole: unknown, key: string | number): unknown {
  if (typeof whole === 'string') return whole[Number(key)];
  return typeof whole === 'object' && whole !== null && Object.hasOwn(whole, key)
    ? Reflect.get(whole, key)
    : undefined;
}
