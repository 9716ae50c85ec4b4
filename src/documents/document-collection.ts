// In charge of the words of the programming interface for documents: its methods, what they take and what they give.
import type { JsonObject } from '../base/json.ts';
import type {
  AnswerParams,
  FindFirstParams,
  FindOneParams,
  FindParams,
  LocaleParams,
  VersionParams,
} from './find-params.ts';

/**
 * A document as it is answered: its ids, its attributes, and what was populated.
 * @typeParam T What the caller says such a document has. Nothing of it is sure to be there: `fields` and `populate` say
 * what is asked for.
 */
export type Document<T extends object = JsonObject> = Readonly<Partial<T>> & {
  readonly id: number;
  readonly documentId: string;
};

/** What is written into a document, by attribute: as the `data` of a request's body (docs/writing.md). */
export type DocumentData = object;

/** Names one document. */
export interface DocumentParams {
  readonly documentId: string;
}

export interface CreateParams extends AnswerParams, VersionParams {
  readonly data: DocumentData;
}

/** Attributes that are not in `data` stay as they are. */
export interface UpdateParams extends CreateParams, DocumentParams {}

export interface DeleteParams
  extends AnswerParams, Omit<VersionParams, 'locale'>, LocaleParams, DocumentParams {}

/** What was deleted. */
export interface Deleted<T extends object = JsonObject> {
  readonly documentId: string;
  /** The rows of the document as they were; none where there was no such document. */
  readonly entries: readonly Document<T>[];
}

/** Names the versions of a document that an action is of. */
export interface PublicationParams extends AnswerParams, LocaleParams, DocumentParams {}

/** What an action on versions leaves. */
export interface Versions<T extends object = JsonObject> {
  readonly documentId: string;
  /** In the order of their locales; none where there is no such document, or it is in none of the locales. */
  readonly entries: readonly Document<T>[];
}

/**
 * The documents of one content-type. Each call is one transaction: what it refuses, it leaves as it was. A write is on
 * the disk when its promise is kept. Whatever is wrong with parameters or data is thrown as an AppError.
 */
export interface DocumentCollection<T extends object = JsonObject> {
  /** All documents that the filters hold for, or a part of them. */
  findMany(params?: FindParams): Promise<readonly Document<T>[]>;
  /** Null where there is none. */
  findFirst(params?: FindFirstParams): Promise<Document<T> | null>;
  /** Null where there is no such document, or the filters do not hold for it. */
  findOne(params: FindOneParams & DocumentParams): Promise<Document<T> | null>;
  /** How many there are, whatever part of them is named. */
  count(params?: FindParams): Promise<number>;
  create(params: CreateParams): Promise<Document<T>>;
  /** Null where there is no such document. */
  update(params: UpdateParams): Promise<Document<T> | null>;
  delete(params: DeleteParams): Promise<Deleted<T>>;
  /** Publishes the drafts of a document, all of them or none. Gives the published versions. Only of types with drafts. */
  publish(params: PublicationParams): Promise<Versions<T>>;
  /** Takes the published versions of a document away. Gives its drafts. Only of types with drafts. */
  unpublish(params: PublicationParams): Promise<Versions<T>>;
  /** Makes the drafts of a document what is published, and gives them. Only of types with drafts. */
  discardDraft(params: PublicationParams): Promise<Versions<T>>;
}

/**
 * The documents of a content-type, by its uid: `documents('api::article.article')`.
 * @throws Error for a uid that is none
 */
export type Documents = <T extends object = JsonObject>(uid: string) => DocumentCollection<T>;
