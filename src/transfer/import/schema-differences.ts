// Differences between the schemas of an archive and of the project that affect rows: types, and attributes with
// values or links.
import { toRecord, toTexts, valueAt, type RawRecord } from '../../schema/raw.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, Model } from '../../schema/types.ts';
import type { ArchivedSchema } from '../archive/parse-lines.ts';
import { isTransferred } from '../archive/lines.ts';

/** Whether drafts and locales are enabled in the archive. */
export interface ArchivedOptions {
  readonly drafts: boolean;
  readonly locales: boolean;
}

/** Maximum number of lines. */
const MAX_LINES = 200;

/** Compares the schemas of an archive with those of the project. */
export class SchemaDifferences {
  /** One line per difference. */
  readonly lines: string[] = [];
  /** `uid.attribute` of attributes that differ. */
  readonly attributes: Set<string> = new Set();
  /** Options of the content-types in both, by uid. */
  readonly options: Map<string, ArchivedOptions> = new Map();
  readonly #registry: Registry;
  readonly #seen = new Set<string>();

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** True if the archive has no schemas, so it is not an archive. */
  get isEmpty(): boolean {
    return this.#seen.size === 0;
  }

  /** Adds a schema of the archive. */
  add({ uid, schema }: ArchivedSchema): void {
    const model = this.#registry.has(uid) ? this.#registry.model(uid) : undefined;
    if (!model) {
      this.#seen.add('');
      if (isOwn(uid)) this.#report(`${uid} is in the archive but not in the project`);
      return;
    }
    this.#seen.add(uid);
    this.#addOptions(model, schema);
    if (!isOwn(uid)) return;
    const archived = toRecord(schema['attributes']);
    for (const attribute of model.attributes.values()) {
      const { name } = attribute;
      const expected = describe(attribute);
      const archivedText = Object.hasOwn(archived, name)
        ? describeArchived(toRecord(archived[name]))
        : null;
      if (archivedText === expected || expected === null) continue;
      this.attributes.add(`${uid}.${name}`);
      this.#report(
        archivedText === null
          ? `${uid}.${name} is not in the archive`
          : `${uid}.${name} is ${archivedText} in the archive but ${expected} here`,
      );
    }
    for (const name of Object.keys(archived)) {
      if (!model.attributes.has(name)) this.#report(`${uid}.${name} is not in the project`);
    }
  }

  /** All schemas have been added. */
  end(): void {
    for (const { uid } of this.#registry.models()) {
      if (isOwn(uid) && !this.#seen.has(uid)) this.#report(`${uid} is not in the archive`);
    }
  }

  #report(line: string): void {
    if (this.lines.length < MAX_LINES) this.lines.push(line);
  }

  #addOptions(model: Model, schema: RawRecord): void {
    if (model.modelType !== 'contentType' || !isTransferred(model)) return;
    const drafts = valueAt(schema, 'options.draftAndPublish') === true;
    const locales = valueAt(schema, 'pluginOptions.i18n.localized') === true;
    this.options.set(model.uid, { drafts, locales });
    if (drafts !== model.draftAndPublish) {
      this.#report(
        `${model.uid} has drafts ${drafts ? 'in the archive but not here' : 'here but not in the archive'}`,
      );
    }
    if (locales !== model.localized) {
      this.#report(
        `${model.uid} has locales ${locales ? 'in the archive but not here' : 'here but not in the archive'}`,
      );
    }
  }
}

/** Built-in types of other versions of Strapi may differ, so only the project's own are compared. */
function isOwn(uid: string): boolean {
  return uid.startsWith('api::') || !uid.includes('::');
}

/** Describes an attribute as far as rows depend on it; null if it stores nothing itself. */
function describe(attribute: Attribute): string | null {
  switch (attribute.kind) {
    case 'scalar':
      return attribute.type;
    case 'relation': {
      const { relation, target, mappedBy } = attribute;
      return `${relation} to ${target}${by(mappedBy)}`;
    }
    case 'morph':
      return attribute.relation;
    case 'media':
      return 'media';
    case 'component':
      return `${attribute.repeatable ? 'a list of' : 'one'} ${attribute.component}`;
    case 'dynamiczone':
      return `a dynamic zone of ${attribute.components.toSorted().join(', ')}`;
    case 'localizations':
      return null;
  }
}

function describeArchived(attribute: RawRecord): string {
  const { type, relation, target, mappedBy, component, repeatable, components } = attribute;
  switch (type) {
    case 'relation':
      return String(relation).startsWith('morph')
        ? String(relation)
        : `${String(relation)} to ${String(target)}${by(mappedBy)}`;
    case 'component':
      return `${repeatable === true ? 'a list of' : 'one'} ${String(component)}`;
    case 'dynamiczone':
      return `a dynamic zone of ${toTexts(components).toSorted().join(', ')}`;
    default:
      return String(type);
  }
}

function by(mappedBy: unknown): string {
  return typeof mappedBy === 'string' ? `, which owns it by ${mappedBy}` : '';
}
