// Types of the content model: content-types, components and their attributes after loading and checking. Immutable.
import type { RawRecord } from './raw.ts';

/** Attribute types that store one value in one column (docs/strapi/storage.md, "Column types"). */
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

/** Properties of every attribute. */
interface AttributeBase {
  readonly name: string;
  /** Never returned, filtered or sorted by (docs/strapi/access.md, "Private attributes"). */
  readonly private: boolean;
  /** False excludes it from `_q`. */
  readonly searchable: boolean;
  /** False makes the key invalid in a write. */
  readonly writable: boolean;
  /** True if the value differs by locale (`pluginOptions.i18n.localized`). */
  readonly localized: boolean;
  /** The attribute in the schema file, with limits, defaults and other options for writes. */
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
  /** Uid of the related content-type. */
  readonly target: string;
  /**
   * On the owner of a bidirectional relation, the name of the inverse attribute; on the inverse side, that of the
   * owner.
   */
  readonly inversedBy?: string;
  readonly mappedBy?: string;
  /** An owner that names another side with its own links; it only has the columns of a bidirectional relation. */
  readonly lacksInverse?: true;
  /** No other side stores its links, so it is always empty. */
  readonly unlinked?: true;
  /** False stores the id in a column of the owner's table instead of a join table. */
  readonly useJoinTable: boolean;
}

/** The other locales of the same document, linked by `document_id` without separate storage. */
export interface LocalizationsAttribute extends AttributeBase {
  readonly kind: 'localizations';
  readonly target: string;
}

export interface MorphAttribute extends AttributeBase {
  readonly kind: 'morph';
  readonly relation: 'morphToOne' | 'morphToMany' | 'morphOne' | 'morphMany';
  /** Only inverse sides (morphOne, morphMany) have a target and the name of its morph attribute. */
  readonly target?: string;
  readonly morphBy?: string;
  /** No other side stores its links, so it is always empty. */
  readonly unlinked?: true;
}

export interface MediaAttribute extends AttributeBase {
  readonly kind: 'media';
  readonly multiple: boolean;
  readonly allowedTypes: readonly string[];
}

export interface ComponentAttribute extends AttributeBase {
  readonly kind: 'component';
  /** Uid of the component, `<category>.<name>`. */
  readonly component: string;
  readonly repeatable: boolean;
}

export interface DynamicZoneAttribute extends AttributeBase {
  readonly kind: 'dynamiczone';
  readonly components: readonly string[];
  /** Components that it no longer accepts, but whose stored rows are served. */
  readonly formerComponents?: readonly string[];
}

export type Attribute =
  | ScalarAttribute
  | RelationAttribute
  | LocalizationsAttribute
  | MorphAttribute
  | MediaAttribute
  | ComponentAttribute
  | DynamicZoneAttribute;

/** An index in a schema file (Strapi's undocumented `indexes`), by column names. */
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
   * In column order. Content-types end with createdAt, updatedAt, publishedAt, createdBy, updatedBy, locale and
   * localizations; `id` and `documentId` are not attributes.
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
  /** Types of `api::…` have their own REST routes; admin and plugin types do not. */
  readonly origin: 'api' | 'plugin' | 'admin';
}

export interface Component extends ModelBase {
  readonly modelType: 'component';
}

export type Model = ContentType | Component;

/** An attribute of a schema file; only `schema/check.ts` and `schema/define.ts` look into it. */
export type RawAttribute = RawRecord;

/** A schema file that is not checked yet. */
export interface RawDefinition {
  readonly modelType: 'contentType' | 'component';
  readonly uid: string;
  readonly origin: 'api' | 'plugin' | 'admin';
  /** For messages: path relative to the project folder, or `built in`. */
  readonly file: string;
  readonly json: unknown;
}

/** An error in a schema, with its location and advice. */
export interface SchemaIssue {
  readonly file: string;
  /** JSON path in the file, such as `attributes.author.target`. */
  readonly path: string;
  readonly message: string;
}
