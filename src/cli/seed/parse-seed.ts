// In charge of making entries of data files: every name, reference and file in them is checked against the schema
// before anything is written. What values may be is left to the write path.
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { Registry } from '../../schema/registry.ts';
import type { ContentType } from '../../schema/types.ts';
import type { DataFiles } from './data-files.ts';
import { MediaFiles } from './media-files.ts';
import { parseValues } from './parse-values.ts';
import { Reference, within, type Place, type SeedData, type SeedEntry } from './seed-data.ts';
import { seedError, type SeedIssue } from './seed-issues.ts';

const ACTIONS = ['find', 'findOne', 'create', 'update', 'delete'];

/** Checks data against the content-types of a project. @throws CommandError with every mistake */
export function parseSeed(registry: Registry, { files, root, issues }: DataFiles): SeedData {
  const parser = new SeedParser(registry, new MediaFiles(root), [...issues]);
  for (const file of files) parser.file(file.label, file.json);
  return parser.finish();
}

class SeedParser {
  readonly #registry: Registry;
  readonly #media: MediaFiles;
  /** Mistakes, and references that may be some: entries of all files must be known to tell. */
  readonly #findings: (SeedIssue | Reference)[];
  readonly #entries: SeedEntry[] = [];
  readonly #keys = new Set<string>();
  readonly #publicActions: string[] = [];

  constructor(registry: Registry, media: MediaFiles, issues: SeedIssue[]) {
    this.#registry = registry;
    this.#media = media;
    this.#findings = issues;
  }

  file(label: string, json: unknown): void {
    const place = { file: label, path: '' };
    if (!isJsonObject(json)) {
      this.#note(place, 'This must be an object: { "api::article.article": [ … ] }.');
      return;
    }
    for (const [name, value] of Object.entries(json)) {
      const at = { file: label, path: name };
      if (name === 'public') this.#public(at, value);
      else this.#type(at, name, value);
    }
  }

  /** @throws CommandError with every mistake */
  finish(): SeedData {
    const issues = this.#findings.flatMap((finding) =>
      finding instanceof Reference ? this.#checkReference(finding) : finding,
    );
    if (issues.length > 0) throw seedError(issues);
    return {
      entries: this.#entries,
      files: this.#media.files,
      publicActions: [...new Set(this.#publicActions)],
    };
  }

  #checkReference({ uid, key, place }: Reference): readonly SeedIssue[] {
    if (this.#keys.has(nameOf(uid, key))) return [];
    return [{ ...place, message: `No entry of ${uid} has the key "${key}".` }];
  }

  #public(place: Place, value: JsonValue): void {
    const actions = Array.isArray(value) ? value : [value];
    actions.forEach((action: JsonValue, i) => {
      if (typeof action === 'string' && this.#isAction(action)) this.#publicActions.push(action);
      else {
        this.#note(
          within(place, i),
          'There is no such action. One is "api::article.article.find".',
        );
      }
    });
  }

  /** Plugins have actions of their own, which nobody lists. */
  #isAction(action: string): boolean {
    if (/^plugin::[\w-]+(?:\.[\w-]+){2}$/.test(action)) return true;
    const end = action.lastIndexOf('.');
    const isType = this.#registry.contentTypes.get(action.slice(0, end))?.origin === 'api';
    return isType && ACTIONS.includes(action.slice(end + 1));
  }

  #type(place: Place, uid: string, value: JsonValue): void {
    const type = this.#registry.contentTypes.get(uid);
    if (type?.origin !== 'api') {
      this.#note(place, `There is no such content-type. There are: ${this.#typeNames()}.`);
      return;
    }
    if (type.kind === 'singleType') {
      if (isJsonObject(value)) this.#entry(type, value, place);
      else this.#note(place, 'This is a single type: its value must be an object.');
      return;
    }
    if (!Array.isArray(value)) {
      this.#note(place, 'This must be a list of entries: [ { … } ].');
      return;
    }
    value.forEach((entry: JsonValue, i) => {
      const at = within(place, i);
      if (isJsonObject(entry)) this.#entry(type, entry, at);
      else this.#note(at, 'An entry must be an object.');
    });
  }

  #typeNames(): string {
    const own = [...this.#registry.contentTypes.values()].filter(({ origin }) => origin === 'api');
    return own.map(({ uid }) => uid).join(', ') || 'none';
  }

  #entry(type: ContentType, { $key, ...json }: JsonObject, place: Place): void {
    const key = $key === undefined ? null : this.#key(type, $key, within(place, '$key'));
    const values = parseValues(
      {
        registry: this.#registry,
        media: this.#media,
        note: (at, message) => this.#note(at, message),
        refer: (reference) => this.#findings.push(reference),
      },
      { model: type, json, place },
    );
    this.#entries.push({ type, key, place, values });
  }

  #key({ uid }: ContentType, key: JsonValue, place: Place): string | null {
    if (typeof key !== 'string' || key === '') {
      this.#note(place, 'A key must be a text that is not empty.');
      return null;
    }
    const name = nameOf(uid, key);
    if (this.#keys.has(name)) {
      this.#note(place, `Another entry of ${uid} has the key "${key}".`);
    }
    this.#keys.add(name);
    return key;
  }

  #note(place: Place, message: string): void {
    this.#findings.push({ ...place, message });
  }
}

function nameOf(uid: string, key: string): string {
  return JSON.stringify([uid, key]);
}
