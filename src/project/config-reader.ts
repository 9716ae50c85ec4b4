// Reads typed values of a configuration section. A missing value gets its default; a value of a wrong type is
// reported with file and key, and prevents the start.
import { isRecord, valueAt, type RawRecord } from '../schema/raw.ts';
import { sourceOf, type ConfigSection } from './config-files.ts';
import type { ProjectIssue } from './project-error.ts';

interface IssueList {
  push(issue: ProjectIssue): void;
}

/** Reads a section. `null` counts as missing. */
export class ConfigReader {
  readonly #section: ConfigSection;
  readonly #issues: IssueList;

  constructor(section: ConfigSection, issues: IssueList) {
    this.#section = section;
    this.#issues = issues;
  }

  /** Creates a reader for nested options; `name` is the prefix in messages. */
  within(name: string, value: RawRecord): ConfigReader {
    const file = sourceOf(this.#section, '');
    const issues = {
      push: (issue: ProjectIssue) =>
        this.#issues.push({ ...issue, file, path: [name, issue.path].filter(Boolean).join('.') }),
    };
    return new ConfigReader({ ...this.#section, value }, issues);
  }

  /** Returns a value as it is. */
  value(path: string): unknown {
    return valueAt(this.#section.value, path) ?? undefined;
  }

  text<Fallback>(path: string, fallback: Fallback): string | Fallback {
    const value = this.value(path);
    if (value === undefined) return fallback;
    return typeof value === 'string' ? value : this.reportInvalid(path, 'a string', fallback);
  }

  /**
   * An integer of at least `least`. A string of digits is accepted, since environment variables are strings; an empty variable
   * counts as missing, and `env.int` returns NaN for it.
   */
  whole<Fallback>(path: string, fallback: Fallback, least: number = 0): number | Fallback {
    const value = this.value(path);
    if (value === undefined || value === '' || Number.isNaN(value)) return fallback;
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number === 'number' && Number.isInteger(number) && number >= least) return number;
    return this.reportInvalid(path, `an integer of at least ${least}`, fallback);
  }

  /** True or false. An empty variable counts as missing. */
  flag(path: string, fallback: boolean): boolean {
    const value = this.value(path);
    if (value === undefined || value === '') return fallback;
    if (value === true || value === 'true') return true;
    if (value === false || value === 'false') return false;
    return this.reportInvalid(path, 'true or false', fallback);
  }

  oneOf<Value extends string>(path: string, values: readonly Value[], fallback: Value): Value {
    const value = this.value(path);
    if (value === undefined) return fallback;
    const found = values.find((each) => each === value);
    return found ?? this.reportInvalid(path, `one of ${values.join(', ')}`, fallback);
  }

  /** A list of strings; a single string counts as a list. */
  texts<Fallback>(path: string, fallback: Fallback): readonly string[] | Fallback {
    const value = this.value(path);
    if (value === undefined) return fallback;
    if (typeof value === 'string') return [value];
    if (!Array.isArray(value)) return this.reportInvalid(path, 'a list of strings', fallback);
    return this.#allTexts(path, value) ?? fallback;
  }

  /** A list of strings without unset variables, for lists where fewer entries are more restrictive. */
  setTexts(path: string, fallback: readonly string[]): readonly string[] {
    const value = this.value(path);
    if (!Array.isArray(value)) return this.texts(path, fallback);
    const set = value.filter((item) => item !== undefined && item !== null);
    return this.#allTexts(path, set) ?? fallback;
  }

  #allTexts(path: string, list: readonly unknown[]): readonly string[] | undefined {
    if (list.every((item) => typeof item === 'string')) return list;
    const other = describe(list.find((item) => typeof item !== 'string'));
    this.note(path, `This must be a list of strings, but one of its entries is ${other}.`);
    return undefined;
  }

  /** An object. False counts as missing: it is the result of `condition && { … }`. */
  record(path: string): RawRecord {
    const value = path === '' ? this.#section.value : this.value(path);
    if (value === undefined || value === false) return {};
    return isRecord(value) ? value : this.reportInvalid(path, 'an object', {});
  }

  /** Reports an invalid value and returns the fallback. */
  reportInvalid<Fallback>(path: string, expected: string, fallback: Fallback): Fallback {
    const value = path === '' ? this.#section.value : this.value(path);
    this.note(path, `This must be ${expected}, but is ${describe(value)}.`);
    return fallback;
  }

  note(path: string, message: string): void {
    this.#issues.push({ file: sourceOf(this.#section, path), path, message });
  }
}

// Describes a value by its type, because it may be secret; numbers are shown.
function describe(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return 'a list';
  if (value === undefined || value === null) return 'not set';
  return typeof value === 'string' ? 'a string' : `of type ${typeof value}`;
}
