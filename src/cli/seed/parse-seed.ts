// Parses data files into entries. All names, references and files are checked against the schema before anything is
// written; values are validated by the write path.
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { Registry } from '../../schema/registry.ts';
import type { ContentType } from '../../schema/types.ts';
import { localeName } from '../../base/locale-name.ts';
import type { DataFiles } from './data-files.ts';
import { MediaFiles } from './media-files.ts';
import { parseVersions } from './parse-versions.ts';
import {
  nameOf,
  type Reference,
  within,
  type EntryName,
  type SeedLocation,
  type SeedData,
  type SeedEntry,
} from './seed-data.ts';
import { seedError, type SeedIssue } from './seed-issues.ts';

const ACTIONS = ['find', 'findOne', 'create', 'update', 'delete'];
const PUBLICATION_ACTIONS = ['publish', 'unpublish', 'discardDraft'];

/** Parses data for the content-types of a project. @throws CommandError with all errors */
export function parseSeed(registry: Registry, { files, root, issues }: DataFiles): SeedData {
  const parser = new SeedParser(registry, new MediaFiles(root), [...issues]);
  for (const file of files) parser.file(file.label, file.json);
  return parser.finish();
}

class SeedParser {
  readonly #registry: Registry;
  readonly #media: MediaFiles;
  /** Checks in the order of the data; some need all files to be parsed. */
  readonly #findings: (() => readonly SeedIssue[])[];
  readonly #entries: SeedEntry[] = [];
  /** Entries that references can name. */
  readonly #names = new Set<string>();
  readonly #keys = new Set<string>();
  readonly #locales = new Set<string>();
  readonly #publicActions = new Set<string>();

  constructor(registry: Registry, media: MediaFiles, issues: readonly SeedIssue[]) {
    this.#registry = registry;
    this.#media = media;
    this.#findings = [() => issues];
  }

  file(label: string, json: unknown): void {
    const location = { file: label, path: '' };
    if (!isJsonObject(json)) {
      this.#note(location, 'This must be an object: { "api::article.article": [ … ] }.');
      return;
    }
    for (const [name, value] of Object.entries(json)) {
      const at = { file: label, path: name };
      if (name === 'public') this.#public(at, value);
      else if (name === 'locales') this.#registered(at, value);
      else this.#type(at, name, value);
    }
  }

  /** @throws CommandError with all errors */
  finish(): SeedData {
    const issues = this.#findings.flatMap((check) => check());
    if (issues.length > 0) throw seedError(issues);
    return {
      locales: [...this.#locales],
      entries: this.#entries,
      files: this.#media.files,
      publicActions: [...this.#publicActions],
    };
  }

  #checkReference({ to, location }: Reference): readonly SeedIssue[] {
    if (this.#names.has(nameOf(to))) return [];
    const { uid, key, locale } = to;
    const message = this.#keys.has(keyOf(to))
      ? `The entry "${key}" of ${uid} is not in ${locale ?? 'the default locale'}.`
      : `No entry of ${uid} has the key "${key}".`;
    return [{ ...location, message }];
  }

  #checkLocale(code: string, location: SeedLocation): readonly SeedIssue[] {
    if (this.#locales.has(code)) return [];
    const locales = [...this.#locales].join(', ') || 'nothing';
    return [{ ...location, message: `Add this locale to "locales", which contains ${locales}.` }];
  }

  #registered(location: SeedLocation, value: JsonValue): void {
    for (const [i, code] of (Array.isArray(value) ? value : [value]).entries()) {
      if (typeof code === 'string' && localeName(code) !== null) this.#locales.add(code);
      else this.#note(within(location, i), 'Unknown locale. Examples are "fr" and "pt-BR".');
    }
  }

  #public(location: SeedLocation, value: JsonValue): void {
    for (const [i, action] of (Array.isArray(value) ? value : [value]).entries()) {
      if (typeof action === 'string' && this.#isAction(action)) this.#publicActions.add(action);
      else {
        this.#note(
          within(location, i),
          'Unknown action. An example is "api::article.article.find".',
        );
      }
    }
  }

  /** Actions of plugins are not listed and therefore accepted. */
  #isAction(action: string): boolean {
    if (/^plugin::[\w-]+(?:\.[\w-]+){2}$/.test(action)) return true;
    const end = action.lastIndexOf('.');
    const type = this.#registry.contentTypes.get(action.slice(0, end));
    if (type?.origin !== 'api') return false;
    const allowed = type.draftAndPublish ? [...ACTIONS, ...PUBLICATION_ACTIONS] : ACTIONS;
    return allowed.includes(action.slice(end + 1));
  }

  #type(location: SeedLocation, uid: string, value: JsonValue): void {
    const type = this.#registry.contentTypes.get(uid);
    if (type?.origin !== 'api') {
      this.#note(location, `Unknown content-type. Known types are: ${this.#typeNames()}.`);
      return;
    }
    if (type.kind === 'singleType') {
      if (isJsonObject(value)) this.#entry(type, value, location);
      else this.#note(location, 'This is a single type: its value must be an object.');
      return;
    }
    if (!Array.isArray(value)) {
      this.#note(location, 'This must be a list of entries: [ { … } ].');
      return;
    }
    value.forEach((entry: JsonValue, i) => {
      const at = within(location, i);
      if (isJsonObject(entry)) this.#entry(type, entry, at);
      else this.#note(at, 'An entry must be an object.');
    });
  }

  #typeNames(): string {
    const own = [...this.#registry.contentTypes.values()].filter(({ origin }) => origin === 'api');
    return own.map(({ uid }) => uid).join(', ') || 'none';
  }

  #entry(type: ContentType, { $key, ...json }: JsonObject, location: SeedLocation): void {
    const versions = parseVersions(
      {
        registry: this.#registry,
        media: this.#media,
        note: (at, message) => this.#note(at, message),
        refer: (reference) => this.#findings.push(() => this.#checkReference(reference)),
        useLocale: (code, at) => this.#findings.push(() => this.#checkLocale(code, at)),
      },
      { type, json, location },
    );
    const key = $key === undefined ? null : this.#key(type, $key, within(location, '$key'));
    this.#entries.push({ type, key, versions });
    if (key === null) return;
    for (const { locale } of versions) this.#names.add(nameOf({ uid: type.uid, key, locale }));
  }

  #key({ uid }: ContentType, key: JsonValue, location: SeedLocation): string | null {
    if (typeof key !== 'string' || key === '') {
      this.#note(location, 'A key must be a non-empty string.');
      return null;
    }
    const name = keyOf({ uid, key });
    if (this.#keys.has(name)) {
      this.#note(location, `Another entry of ${uid} has the key "${key}".`);
    }
    this.#keys.add(name);
    return key;
  }

  #note(location: SeedLocation, message: string): void {
    this.#findings.push(() => [{ ...location, message }]);
  }
}

function keyOf({ uid, key }: Pick<EntryName, 'uid' | 'key'>): string {
  return JSON.stringify([uid, key]);
}
