// Checks that a JSON value can be stored and printed: no NUL characters, lone surrogates, infinite numbers or deep nesting
// (docs/strapi/differences.md, D2 and D14).
import { MAX_JSON_DEPTH } from '../../base/limits.ts';
import { hasLoneSurrogate, type JsonValue } from '../../base/json.ts';

/** A value that can be stored, or the error, which completes "X …". */
export type Storable =
  | { readonly ok: true; readonly json: JsonValue }
  | { readonly ok: false; readonly fault: string };

export const NUL_FAULT = 'must not contain NUL characters';
export const SURROGATE_FAULT = 'must not contain lone surrogates';
export const DEPTH_FAULT: string = `must not be nested more than ${MAX_JSON_DEPTH} levels deep`;
const NUMBER_FAULT = 'must not contain numbers that are too large';
const OTHER_FAULT = 'must be JSON';

/** Checks a value, in linear time. */
export function storableJson(value: unknown): Storable {
  const walk = new JsonWalk();
  walk.check(value, MAX_JSON_DEPTH);
  if (walk.fault !== null) return { ok: false, fault: walk.fault };
  return { ok: true, json: value as JsonValue };
}

/** Walks a value and finds its first error. */
class JsonWalk {
  fault: string | null = null;

  /** Checks a value. @param levels The allowed number of nested lists and objects */
  check(value: unknown, levels: number): void {
    switch (typeof value) {
      case 'string':
        if (SUSPICIOUS.test(value)) this.#checkText(value);
        return;
      case 'number':
        if (!Number.isFinite(value)) this.fault ??= NUMBER_FAULT;
        return;
      case 'object':
        if (value !== null) this.#checkObject(value, levels);
        return;
      case 'boolean':
        return;
      default:
        this.fault ??= OTHER_FAULT;
    }
  }

  #checkText(text: string): void {
    if (text.includes('\0')) this.fault ??= NUL_FAULT;
    if (hasLoneSurrogate(text)) this.fault ??= SURROGATE_FAULT;
  }

  #checkObject(value: object, levels: number): void {
    if (levels === 0) {
      this.fault = DEPTH_FAULT;
    } else if (Array.isArray(value)) {
      for (const item of value) this.check(item, levels - 1);
    } else {
      for (const [key, item] of Object.entries(value)) {
        if (SUSPICIOUS.test(key)) this.#checkText(key);
        this.check(item, levels - 1);
      }
    }
  }
}

const SUSPICIOUS = /[\0\uD800-\uDFFF]/;
