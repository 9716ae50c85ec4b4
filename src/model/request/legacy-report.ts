// Report of all broken rules of a request to the legacy routes.
import { MAX_FAILURES, MAX_FAILURES_LENGTH, MAX_NAME_LENGTH } from '../../base/limits.ts';
import { isRecord, toRecord, type RawRecord } from '../../schema/raw.ts';
import { invalidModel, type ReportedRule } from '../errors.ts';
import type { LegacyRule } from './legacy-attributes.ts';

/** Path of a value in a body: keys, and positions in lists. */
export type Path = readonly (string | number)[];

/** Collects broken rules. As many as an error lists end the check. */
export class RuleReport {
  readonly #rules: ReportedRule[] = [];
  /** Length of all messages, which may list the names of all attributes or content-types. */
  #length = 0;

  /** A rule whose message begins with its path. */
  add(path: Path, problem: string, value: unknown): void {
    const shown = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
    this.addText(path, `${shown === '' ? 'this' : shown.slice(1)} ${problem}`, value);
  }

  /** @throws ModelChangeError if no more rules are listed */
  addText(path: Path, message: string, value: unknown): void {
    this.#rules.push({ path: path.map(String), message, name: 'ValidationError', value });
    this.#length += message.length;
    if (this.#rules.length >= MAX_FAILURES || this.#length > MAX_FAILURES_LENGTH) this.throw();
  }

  /** True if a value has a type. A missing one has any. */
  isA(type: LegacyRule['type'], path: Path, value: unknown): boolean {
    const is = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
    if (value === undefined || type === 'any' || is === type) return value !== undefined;
    const shown = JSON.stringify(value);
    this.add(path, `must be a \`${type}\` type, but the final value was: \`${shown}\`.`, value);
    return false;
  }

  /** A text that must be there. */
  text(raw: RawRecord, path: Path, missing?: string): void {
    const value = raw[path.at(-1) ?? ''];
    if (value !== undefined && !this.isA('string', path, value)) return;
    if (value === '') this.add(path, 'must be at least 1 characters', value);
    this.name(path, value);
    if (value !== undefined && value !== '') return;
    this.addText(path, missing ?? `${path.join('.')} is a required field`, value);
  }

  /** A text, if it is one, that is not longer than a name may be. */
  name(path: Path, value: unknown): void {
    if (typeof value !== 'string' || value.length <= MAX_NAME_LENGTH) return;
    this.add(path, `must be at most ${MAX_NAME_LENGTH} characters`, value);
  }

  /** The part of a body that describes a model, or null. */
  part(body: unknown, key: 'contentType' | 'component'): RawRecord | null {
    if (!isRecord(body)) {
      this.isA('object', [], body);
      return null;
    }
    const unknown = Object.keys(body).filter((name) => name !== key && name !== 'components');
    if (unknown.length > 0) {
      this.addText([], `this field has unspecified keys: ${unknown.join(', ')}`, body);
    }
    if (body[key] === undefined) {
      if (key === 'contentType') throw invalidModel([]);
      this.addText([key], `${key} is a required field`, undefined);
    } else if (this.isA('object', [key], body[key])) return toRecord(body[key]);
    return null;
  }

  /** @throws ModelChangeError if a rule is broken */
  throw(): void {
    if (this.#rules.length > 0) throw invalidModel(this.#rules);
  }
}
