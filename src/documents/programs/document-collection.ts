// Types of the document API for programs: methods, parameters and results.
import type { JsonObject } from '../../base/json.ts';
import type {
  SelectionParams,
  FindFirstParams,
  FindOneParams,
  FindParams,
  LocaleParams,
  VersionParams,
} from './find-params.ts';

/**
 * A document with its ids, attributes and populated relations.
 * @typeParam T The type of the document according to the caller. All properties are optional, since `fields` and `populate`
 * decide which are present.
 */
export type Document<T extends object = JsonObject> = Readonly<Partial<T>> & {
  readonly id: number;
  readonly documentId: string;
};

/** The values of a document by attribute, like `data` in the body of a request (docs/writing.md). */
export type DocumentData = object;

/** Selects one document. */
export interface DocumentParams {
  readonly documentId: string;
}

export interface CreateParams extends SelectionParams, VersionParams {
  readonly data: DocumentData;
}

/** Attributes that are not in `data` do not change. */
export interface UpdateParams extends CreateParams, DocumentParams {}

export interface DeleteParams
  extends SelectionParams, Omit<VersionParams, 'locale'>, LocaleParams, DocumentParams {}

/** The result of a deletion. */
export interface Deleted<T extends object = JsonObject> {
  readonly documentId: string;
  /** The deleted versions; empty if the document did not exist. */
  readonly entries: readonly Document<T>[];
}

/** Selects the versions of a document for an action. */
export interface PublicationParams extends SelectionParams, LocaleParams, DocumentParams {}

/** The result of an action on versions. */
export interface Versions<T extends object = JsonObject> {
  readonly documentId: string;
  /** Versions ordered by locale; empty if the document does not exist in the locales. */
  readonly entries: readonly Document<T>[];
}

/**
 * The documents of one content-type. Each call is one transaction: if it fails, nothing changes. A write is on disk when its
 * promise resolves. Invalid parameters and data are thrown as an AppError.
 */
export interface DocumentCollection<T extends object = JsonObject> {
  /** Finds the documents that match the filters, or a page of them. */
  findMany(params?: FindParams): Promise<readonly Document<T>[]>;
  /** Finds the first document that matches, or null. */
  findFirst(params?: FindFirstParams): Promise<Document<T> | null>;
  /** Finds a document; null if it does not exist or does not match the filters. */
  findOne(params: FindOneParams & DocumentParams): Promise<Document<T> | null>;
  /** Counts the documents that match the filters; pagination is ignored. */
  count(params?: FindParams): Promise<number>;
  create(params: CreateParams): Promise<Document<T>>;
  /** Updates a document; null if it does not exist. */
  update(params: UpdateParams): Promise<Document<T> | null>;
  delete(params: DeleteParams): Promise<Deleted<T>>;
  /** Publishes the drafts of a document, all or none. Returns the published versions. Only for types with drafts. */
  publish(params: PublicationParams): Promise<Versions<T>>;
  /** Removes the published versions of a document. Returns its drafts. Only for types with drafts. */
  unpublish(params: PublicationParams): Promise<Versions<T>>;
  /** Reverts the drafts of a document to what is published. Returns the drafts. Only for types with drafts. */
  discardDraft(params: PublicationParams): Promise<Versions<T>>;
}

/**
 * The documents of a content-type, by its uid: `documents('api::article.article')`.
 * @throws Error for an unknown uid
 */
export type Documents = <T extends object = JsonObject>(uid: string) => DocumentCollection<T>;
