// In charge of naming a part of a blocks value, in messages and in paths, when somebody asks.

/** A part of a value: the whole, or something in a list or an object. */
export class Place {
  /** The part before casting; undefined: it was missing, or stands in a text that was read as JSON. */
  readonly original: unknown;
  readonly #parent: Place | string;
  readonly #key: string | number;

  /** @param label As messages call the whole */
  static whole(label: string, original: unknown): Place {
    return new Place(label, '', original);
  }

  private constructor(parent: Place | string, key: string | number, original: unknown) {
    this.#parent = parent;
    this.#key = key;
    this.original = original;
  }

  /** An item, or what is behind a key. @param value The list or object itself, after casting */
  part(key: string | number, value: unknown): Place {
    return new Place(this, key, partOf(this.original ?? value, key));
  }

  /** Such as `content[0].children`. */
  label(): string {
    if (typeof this.#parent === 'string') return this.#parent;
    const key = typeof this.#key === 'number' ? `[${this.#key}]` : `.${this.#key}`;
    return this.#parent.label() + key;
  }

  /** Segments below the whole. */
  path(): string[] {
    if (typeof this.#parent === 'string') return [];
    const path = this.#parent.path();
    path.push(String(this.#key));
    return path;
  }
}

/** A part of something that should be a list or an object; of a text, items are its characters. */
function partOf(whole: unknown, key: string | number): unknown {
  if (typeof whole === 'string') return whole[Number(key)];
  return typeof whole === 'object' && whole !== null && Object.hasOwn(whole, key)
    ? Reflect.get(whole, key)
    : undefined;
}
