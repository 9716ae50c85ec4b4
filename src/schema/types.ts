// In charge of the words for the content model: content-types, components and their attributes,
// as they are after loading and checking. Everything here is readonly data.
import type { RawRecord } from './raw.ts';

/** Attribute types that hold one value in one column (docs/strapi/storage.md, "Column types"). */
export type ScalarType =
  | 'string'
  | 'text'
  | 'richtext'
  | 'email'
  | 'password'
  | 'uid'
  | 'enumeration'
  | 'integer'
  | 'biginteger'
  | 'float'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'
  | 'timestamp'
  | 'json'
  | 'blocks';

/** What every attribute has. */
interface AttributeBase {
  readonly name: string;
  /** Never answered, filtered or sorted by (docs/strapi/access.md, "Private attributes"). */
  readonly private: boolean;
  /** False takes it out of `_q`. */
  readonly searchable: boolean;
  /** False refuses the key in a write. */
  readonly writable: boolean;
  /** True where the value differs by locale (`pluginOptions.i18n.localized`). */
  readonly localized: boolean;
  /** The attribute as the schema file has it: limits, defaults and other options of the write side. */
  readonly raw: RawAttribute;
}

/** The undocumented `column` and `columnType` options (docs/strapi/storage.md, "Column types"). */
export interface ColumnOptions {
  readonly defaultTo?: unknown;
  readonly notNullable?: boolean;
  readonly unsigned?: boolean;
  readonly unique?: boolean;
}

export interface ScalarAttribute extends AttributeBase {
  readonly kind: 'scalar';
  readonly type: ScalarType;
  readonly column?: ColumnOptions;
  readonly columnType?: { readonly type: string; readonly args: readonly unknown[] };
}

export type RelationKind = 'oneToOne' | 'oneToMany' | 'manyToOne' | 'manyToMany';

export interface RelationAttribute extends AttributeBase {
  readonly kind: 'relation';
  readonly relation: RelationKind;
  /** uid of the related content-type. */
  readonly target: string;
  /** Owner side of a two-way relation names the inverse attribute; the inverse side names the owner's. */
  readonly inversedBy?: string;
  readonly mappedBy?: string;
  /** An owner that names another side which keeps links of its own: it only has the columns of a two-way relation. */
  readonly unanswered?: true;
  /** No other side keeps its links: it holds nothing. */
  readonly unlinked?: true;
  /** False keeps the id in a column of the owner's table instead of a join table. */
  readonly useJoinTable: boolean;
}

/** The other locales' rows of the same document: linked by `document_id`, no storage of its own. */
export interface LocalizationsAttribute extends AttributeBase {
  readonly kind: 'localizations';
  readonly target: string;
}

export interface MorphAttribute extends AttributeBase {
  readonly kind: 'morph';
  readonly relation: 'morphToOne' | 'morphToMany' | 'morphOne' | 'morphMany';
  /** Only the inverse sides (morphOne, morphMany) have a target and the name of its morph attribute. */
  readonly target?: string;
  readonly morphBy?: string;
  /** No other side keeps its links: it holds nothing. */
  readonly unlinked?: true;
}

export interface MediaAttribute extends AttributeBase {
  readonly kind: 'media';
  readonly multiple: boolean;
  readonly allowedTypes: readonly string[];
}

export interface ComponentAttribute extends AttributeBase {
  readonly kind: 'component';
  /** uid of the component, `<category>.<name>`. */
  readonly component: string;
  readonly repeatable: boolean;
}

export interface DynamicZoneAttribute extends AttributeBase {
  readonly kind: 'dynamiczone';
  readonly components: readonly string[];
}

export type Attribute =
  | ScalarAttribute
  | RelationAttribute
  | LocalizationsAttribute
  | MorphAttribute
  | MediaAttribute
  | ComponentAttribute
  | DynamicZoneAttribute;

/** An index that a schema file asks for itself (Strapi's undocumented `indexes`), by column names. */
export interface IndexOption {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
}

interface ModelBase {
  readonly uid: string;
  /** Table name as written in the schema file. */
  readonly collectionName: string;
  /** Content-type: `info.singularName`; component: its file name. Dashes are kept. */
  readonly singularName: string;
  /**
   * In the order of the columns. Content-types end with createdAt, updatedAt, publishedAt, createdBy,
   * updatedBy, locale and localizations; `id` and `documentId` are no attributes.
   */
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly indexes?: readonly IndexOption[];
}

export interface ContentType extends ModelBase {
  readonly modelType: 'contentType';
  readonly kind: 'collectionType' | 'singleType';
  readonly pluralName: string;
  readonly displayName: string;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  /** `api::…` types have REST routes of their own; admin and plugin types have not. */
  readonly origin: 'api' | 'plugin' | 'admin';
}

export interface Component extends ModelBase {
  readonly modelType: 'component';
}

export type Model = ContentType | Component;

/** A JSON object as read from a schema file; looked into by `schema/check.ts` and `schema/define.ts`, opaque elsewhere. */
export type RawAttribute = RawRecord;

/** One schema file, read but not yet checked. */
export interface RawDefinition {
  readonly modelType: 'contentType' | 'component';
  readonly uid: string;
  readonly origin: 'api' | 'plugin' | 'admin';
  /** For messages: path relative to the project's folder, or `built in`. */
  readonly file: string;
  readonly json: unknown;
}

/** One mistake in a schema, where it stands and what to do. */
export interface SchemaIssue {
  readonly file: string;
  /** JSON path inside the file, such as `attributes.author.target`. */
  readonly path: string;
  readonly message: string;
}
