// In charge of the writes of documents: what was sent is checked, then looked up, checked against what is there and
// written as one, and the answer is read from inside it. A write that is refused anywhere leaves nothing.
import type { Reader } from '../query/read.ts';
import type { ContentType } from '../schema/types.ts';
import type { Database, Writing } from '../storage/database.ts';
import { sendAhead } from '../storage/send-ahead.ts';
import { checkEntry, type CheckedEntry, type SentEntry } from './check-entry.ts';
import { checkKeys } from './check-keys.ts';
import { checkReach } from './check-reach.ts';
import { createDocument } from './create-document.ts';
import { deleteDocument } from './delete-document.ts';
import { hashPasswords, hasPasswords } from './passwords.ts';
import { discardDraft, publishDocument, unpublishDocument, type Action } from './publication.ts';
import { toWriteError } from './refusal.ts';
import { updateDocument } from './update-document.ts';
import { assertDeletable, versionOf } from './version.ts';
import type { WriteContext } from './write-context.ts';
import type {
  CreateRequest,
  DeleteRequest,
  DocumentRequest,
  UpdateRequest,
  WriteAnswer,
} from './write-request.ts';

/** What a writer is built on. */
export interface WriterParts {
  readonly context: WriteContext;
  readonly database: Database;
  readonly reader: Reader;
}

/** The write path of one project and database. */
export class DocumentWriter {
  readonly #context: WriteContext;
  readonly #database: Database;
  readonly #reader: Reader;

  constructor({ context, database, reader }: WriterParts) {
    this.#context = context;
    this.#database = database;
    this.#reader = reader;
  }

  /** Creates a document. @returns it as JSON text. @throws AppError (spec/write.md) */
  async create(request: CreateRequest): Promise<string> {
    const [text = ''] = await this.createAll(request.type, [request]);
    return text;
  }

  /** Creates documents of one type, all or none. @returns them as JSON texts, in their order. @throws AppError */
  async createAll(
    type: ContentType,
    requests: readonly CreateRequest[],
  ): Promise<readonly string[]> {
    const writings: Writing<readonly string[]>[] = [];
    for (const request of requests) {
      const checked = await this.#check(request, 'create');
      const version = versionOf(type, request.answer.read);
      writings.push(this.#answering(request, createDocument(this.#context, version, checked)));
    }
    return this.#run(type, inTurn(writings));
  }

  /** Updates a document; of a single type it is made where there is none. @returns it as JSON text. @throws AppError */
  async update(request: UpdateRequest): Promise<string> {
    const { type, data, answer, documentId } = request;
    const update = await this.#check({ type, data, answer }, 'update');
    const version = versionOf(type, answer.read);
    // Only a version that is not there yet is checked as a new one; hashes take too long to be made then.
    const hashed = hasPasswords(this.#context.registry, type.uid)
      ? await this.#check({ type, data, answer }, 'create')
      : null;
    const create = () => hashed ?? this.#checkEntry({ type, data }, 'create');
    const sent = { documentId, data, update, create };
    return this.#answered(request, updateDocument(this.#context, version, sent));
  }

  /** Deletes a document, if it is there. @returns the rows that were deleted, as JSON texts, where they are asked for */
  async delete(request: DeleteRequest): Promise<readonly string[]> {
    const { type, answer } = request;
    assertDeletable(versionOf(type, answer.read));
    return this.#run(type, deleteDocument(this.#context, this.#reader, request));
  }

  /** Publishes the drafts of a document. @returns the published versions as JSON texts, by locale. @throws AppError (decision D15) */
  publish(request: DocumentRequest): Promise<readonly string[]> {
    return this.#act(publishDocument, request);
  }

  /** Takes the published versions of a document away. @returns its drafts as JSON texts, by locale. @throws AppError (decision D15) */
  unpublish(request: DocumentRequest): Promise<readonly string[]> {
    return this.#act(unpublishDocument, request);
  }

  /** Makes the drafts of a document equal to what is published. @returns them as JSON texts, by locale. @throws AppError (decision D15) */
  discardDraft(request: DocumentRequest): Promise<readonly string[]> {
    return this.#act(discardDraft, request);
  }

  #act(action: Action, request: DocumentRequest): Promise<readonly string[]> {
    const { type, answer } = request;
    const writing = action(this.#context, request);
    return this.#run(type, this.#read(answer, writing));
  }

  async #answered(request: CreateRequest, row: Writing<number>): Promise<string> {
    const [text = ''] = await this.#run(request.type, this.#answering(request, row));
    return text;
  }

  #answering(request: CreateRequest, row: Writing<number>): Writing<readonly string[]> {
    request.onChecked?.();
    return this.#read(request.answer, one(accompanied(request, row)));
  }

  *#read(
    { read, format }: WriteAnswer,
    writing: Writing<readonly number[]>,
  ): Writing<readonly string[]> {
    return yield* this.#reader.written(read, yield* writing, format);
  }

  /** @throws AppError, also for what the database refuses */
  async #run<T>(type: ContentType, writing: Writing<T>): Promise<T> {
    try {
      return await this.#database.transact(sendAhead(writing));
    } catch (error) {
      throw toWriteError(this.#context.layout, type, error);
    }
  }

  async #check(
    { type, data, answer }: CreateRequest,
    action: 'create' | 'update',
  ): Promise<CheckedEntry> {
    const { registry } = this.#context;
    checkKeys(registry, type, data);
    checkReach(registry, { type, data }, answer.read.access);
    const checked = this.#checkEntry({ type, data }, action);
    const isRefused = checked.findings.some(({ kind }) => kind === 'failure');
    if (isRefused) return checked;
    return { ...checked, input: await hashPasswords(registry, checked.input) };
  }

  #checkEntry(sent: SentEntry, action: 'create' | 'update'): CheckedEntry {
    const { registry, rules } = this.#context;
    const draft = sent.type.draftAndPublish;
    return checkEntry(registry, sent, { ...rules, action, draft });
  }
}

function* accompanied({ before, also }: CreateRequest, row: Writing<number>): Writing<number> {
  if (before) yield* before();
  const id = yield* row;
  if (also) yield* also(id);
  return id;
}

function* one(row: Writing<number>): Writing<readonly number[]> {
  return [yield* row];
}

function* inTurn(writings: readonly Writing<readonly string[]>[]): Writing<readonly string[]> {
  const texts: string[] = [];
  for (const writing of writings) texts.push(...(yield* writing));
  return texts;
}
