// Prints values for messages of type errors (docs/strapi/writing.md, "Attribute values"): strings in quotes, lists and
// objects as indented JSON in which every scalar is a string.
import { MAX_SHOWN_LENGTH } from './limits.ts';

/**
 * Prints any JSON value, NaN, an infinity or undefined. The text is truncated with `…` after MAX_SHOWN_LENGTH
 * characters, since the indentation of nested values grows quadratically.
 */
export function formatValue(value: unknown): string {
  const single = formatScalar(value);
  if (single !== null) return cut(single);
  const print = new Print();
  print.write(value, '\n');
  return print.text;
}

/** Prints a scalar; null for lists and objects. */
function formatScalar(value: unknown): string | null {
  if (typeof value === 'string') return `"${value}"`;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (value instanceof Date) return Number.isNaN(+value) ? String(value) : value.toISOString();
  return typeof value === 'object' && value !== null ? null : String(value);
}

function cut(text: string): string {
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}

/** A text of limited length, which also limits the depth of `write`. */
class Print {
  text = '';
  #full = false;

  /** @param newLine A line feed and the indentation of the line that the value begins on */
  write(value: unknown, newLine: string): void {
    const single = formatScalar(value);
    if (single !== null) {
      this.#add(JSON.stringify(cut(single)));
    } else if (Array.isArray(value)) {
      this.#writeList(value, newLine);
    } else {
      this.#writeObject(Object(value), newLine);
    }
  }

  #writeList(list: readonly unknown[], newLine: string): void {
    if (list.length === 0) return this.#add('[]');
    this.#add('[');
    for (const [index, item] of list.entries()) {
      if (this.#full) return;
      this.#add(`${index === 0 ? '' : ','}${newLine}  `);
      this.write(item, `${newLine}  `);
    }
    this.#add(`${newLine}]`);
  }

  #writeObject(object: object, newLine: string): void {
    const keys = Object.keys(object);
    if (keys.length === 0) return this.#add('{}');
    this.#add('{');
    for (const [index, key] of keys.entries()) {
      if (this.#full) return;
      this.#add(`${index === 0 ? '' : ','}${newLine}  ${JSON.stringify(cut(key))}: `);
      this.write(Reflect.get(object, key), `${newLine}  `);
    }
    this.#add(`${newLine}}`);
  }

  #add(text: string): void {
    if (this.#full) return;
    const whole = this.text + text;
    this.#full = whole.length > MAX_SHOWN_LENGTH;
    this.text = cut(whole);
  }
}
