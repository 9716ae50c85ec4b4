// In charge of what databases cannot hold of JSON, or readers could not write again: NUL characters, numbers that are
// none in JSON, too many levels, halves of surrogate pairs. All are refused (docs/strapi/differences.md, D2 and D14).
import { MAX_JSON_DEPTH } from '../../base/limits.ts';
import { hasLoneSurrogate, type JsonValue } from '../../base/json.ts';

/** JSON that can be stored, or how a sentence of what is wrong goes on behind the attribute's name. */
export type Storable =
  | { readonly ok: true; readonly json: JsonValue }
  | { readonly ok: false; readonly fault: string };

export const NUL_FAULT = 'must not contain NUL characters';
export const TORN_FAULT = 'must not contain halves of surrogate pairs';
export const DEPTH_FAULT: string = `must not be nested more than ${MAX_JSON_DEPTH} levels deep`;
const NUMBER_FAULT = 'must not contain numbers that are too large';
const OTHER_FAULT = 'must be JSON';

/** Looks through a value. Takes time in proportion to it, however deep it is. */
export function storableJson(value: unknown): Storable {
  const survey = new Survey();
  survey.look(value, MAX_JSON_DEPTH);
  if (survey.fault !== null) return { ok: false, fault: survey.fault };
  return { ok: true, json: value as JsonValue };
}

/** What is seen on a walk through a value. */
class Survey {
  fault: string | null = null;

  /** @param levels How many more lists and objects may stand inside each other */
  look(value: unknown, levels: number): void {
    switch (typeof value) {
      case 'string':
        if (SUSPICIOUS.test(value)) this.#lookAt(value);
        return;
      case 'number':
        if (!Number.isFinite(value)) this.fault ??= NUMBER_FAULT;
        return;
      case 'object':
        if (value !== null) this.#lookInto(value, levels);
        return;
      case 'boolean':
        return;
      default:
        this.fault ??= OTHER_FAULT;
    }
  }

  #lookAt(text: string): void {
    if (text.includes('\0')) this.fault ??= NUL_FAULT;
    if (hasLoneSurrogate(text)) this.fault ??= TORN_FAULT;
  }

  #lookInto(value: object, levels: number): void {
    if (levels === 0) {
      this.fault = DEPTH_FAULT;
    } else if (Array.isArray(value)) {
      for (const item of value) this.look(item, levels - 1);
    } else {
      for (const [key, item] of Object.entries(value)) {
        if (SUSPICIOUS.test(key)) this.#lookAt(key);
        this.look(item, levels - 1);
      }
    }
  }
}

const SUSPICIOUS = /[\0\uD800-\uDFFF]/;
