// In charge of the writes of documents: what was sent is checked, then looked up, checked against what is there and
// written in one savepoint, and the answer is read from inside it. A write that is refused anywhere leaves nothing.
import { createDocumentId } from '../base/document-id.ts';
import { AppError, validationError } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { Reader } from '../query/read.ts';
import type { ContentType } from '../schema/types.ts';
import type { Database, Writing } from '../storage/database.ts';
import { checkEntry, type CheckedEntry } from './check-entry.ts';
import { checkKeys } from './check-keys.ts';
import { findDocumentRows, type DocumentRow } from './document-rows.ts';
import type { RowValues } from './entry-rows.ts';
import { failuresError, type Failure } from './finding.ts';
import { hashPasswords } from './passwords.ts';
import { toWriteError } from './refusal.ts';
import type { ColumnValue } from './input.ts';
import { removeEntries } from './remove.ts';
import { readStored } from './stored-entries.ts';
import { findTargets, type Source, type Targets } from './targets.ts';
import { failuresOf, type UniqueScope } from './unique.ts';
import type { WriteContext } from './write-context.ts';
import { insertEntry, updateEntry } from './write-entries.ts';
import type { CreateRequest, DeleteRequest, UpdateRequest, WriteAnswer } from './write-request.ts';

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
  async create({ type, data, answer }: CreateRequest): Promise<string> {
    const checked = await this.#check(type, data, 'create');
    return this.#run(type, this.#creating(type, checked, answer));
  }

  /** Updates a document; of a single type it is made where there is none. @returns it as JSON text. @throws AppError */
  async update({ type, data, answer, documentId }: UpdateRequest): Promise<string> {
    const update = await this.#check(type, data, 'update');
    const create = documentId === null ? await this.#check(type, data, 'create') : null;
    return this.#run(type, this.#updating(type, { documentId, update, create }, answer));
  }

  /** Deletes a document, if it is there. @returns the rows that were deleted, as JSON texts, where they are asked for */
  async delete({ type, documentId, answer }: DeleteRequest): Promise<readonly string[]> {
    assertWritten(type);
    return this.#run(type, this.#deleting(type, documentId, answer));
  }

  /** @throws AppError, also for what the database refuses */
  async #run<T>(type: ContentType, writing: Writing<T>): Promise<T> {
    try {
      return await this.#database.transact(writing);
    } catch (error) {
      throw toWriteError(this.#context.layout, type, error);
    }
  }

  async #check(
    type: ContentType,
    data: JsonObject,
    action: 'create' | 'update',
  ): Promise<CheckedEntry> {
    const { registry } = this.#context;
    checkKeys(registry, type, data);
    const checked = checkEntry(registry, { type, data }, { action, draft: type.draftAndPublish });
    const isRefused = checked.findings.some(({ kind }) => kind === 'failure');
    if (isRefused) return checked;
    return { ...checked, input: await hashPasswords(registry, checked.input) };
  }

  *#creating(type: ContentType, checked: CheckedEntry, answer: WriteAnswer): Writing<string> {
    if (type.kind === 'singleType') yield* this.#assertNone(type);
    const targets = yield* findTargets(this.#context, this.#source(type), checked.input);
    return yield* this.#insert(type, { checked, targets }, answer);
  }

  *#insert(type: ContentType, sent: Sent, { read, format }: WriteAnswer): Writing<string> {
    yield* this.#assertValid(type, sent, null);
    const documentId = createDocumentId();
    const row = yield* insertEntry(
      this.#context,
      { input: sent.checked.input, targets: sent.targets },
      new Map<string, ColumnValue>([['documentId', documentId], ...this.#system(type, 'create')]),
    );
    const isPublished = read.plan.shape.status === 'published';
    if (type.draftAndPublish && isPublished) {
      yield* this.#assertPublishable(type, { id: row, documentId });
    }
    assertWritten(type);
    return yield* this.#reader.written(read, row, format);
  }

  *#updating(
    type: ContentType,
    { documentId, update, create }: Update,
    answer: WriteAnswer,
  ): Writing<string> {
    const targets = yield* findTargets(this.#context, this.#source(type), update.input);
    const [row] = yield* findDocumentRows(this.#context, type, documentId);
    if (!row && create) return yield* this.#insert(type, { checked: create, targets }, answer);
    if (!row) throw new AppError('NotFoundError', 'Not Found');
    yield* this.#assertValid(type, { checked: update, targets }, row);
    assertWritten(type);
    yield* updateEntry(
      this.#context,
      { input: update.input, targets, row: row.id },
      this.#system(type, 'update'),
    );
    return yield* this.#reader.written(answer.read, row.id, answer.format);
  }

  *#deleting(
    type: ContentType,
    documentId: string | null,
    answer: WriteAnswer | null,
  ): Writing<readonly string[]> {
    const rows = yield* findDocumentRows(this.#context, type, documentId);
    const deleted: string[] = [];
    for (const { id } of answer ? rows : []) {
      if (answer) deleted.push(yield* this.#reader.written(answer.read, id, answer.format));
    }
    const ids = rows.map(({ id }) => id);
    yield* removeEntries(this.#context, type.uid, ids);
    return deleted;
  }

  /** @throws ValidationError where a single type has its document */
  *#assertNone(type: ContentType): Writing<void> {
    const [row] = yield* findDocumentRows(this.#context, type, null);
    if (!row) return;
    throw validationError(`${type.displayName} is a single type and has its document: update it.`);
  }

  /** @throws ValidationError with everything that is wrong; then what is told one at a time */
  *#assertValid(
    type: ContentType,
    { checked, targets }: Sent,
    row: DocumentRow | null,
  ): Writing<void> {
    const scope = this.#scope(type, row);
    const failures: Failure[] = [...(yield* failuresOf(this.#context, scope, checked.findings))];
    const problem = checked.relationProblem ?? missingMessage(targets);
    if (problem !== null) {
      const publishedAt = type.draftAndPublish ? null : new Date().toISOString();
      const locale = scope.locale === null ? {} : { locale: scope.locale };
      const value = checked.echo(targets.rowsOf, { ...locale, publishedAt });
      failures.push({ path: [], message: problem, value });
    }
    if (failures.length > 0) throw failuresError(failures);
    const [late] = checked.late;
    if (late) throw late;
  }

  /** A draft is checked once more, as it is stored, by the rules of what is published. @throws ValidationError */
  *#assertPublishable(type: ContentType, row: DocumentRow): Writing<void> {
    const stored = yield* readStored(this.#context, type.uid, [row.id]);
    const { findings } = checkEntry(
      this.#context.registry,
      { type, data: stored.get(row.id) ?? {} },
      { action: 'create', draft: false, missing: 'null' },
    );
    const failures = yield* failuresOf(this.#context, this.#scope(type, row), findings);
    if (failures.length > 0) throw failuresError(failures);
  }

  #scope(type: ContentType, row: DocumentRow | null): UniqueScope {
    return { uid: type.uid, documentId: row?.documentId ?? null, locale: this.#localeOf(type) };
  }

  #source(type: ContentType): Source {
    return { draftAndPublish: type.draftAndPublish, locale: this.#localeOf(type) };
  }

  #localeOf({ localized }: ContentType): string | null {
    return localized ? this.#context.defaultLocale : null;
  }

  /** Values that no client gives. Every write of a type without drafts moves `publishedAt` too (spec/write.md section 1). */
  #system(type: ContentType, action: 'create' | 'update'): RowValues {
    const now = Date.now();
    const first = [['createdAt', now] as const, ['locale', this.#localeOf(type)] as const];
    return new Map<string, ColumnValue>([
      ...(action === 'create' ? first : []),
      ['updatedAt', now],
      ['publishedAt', type.draftAndPublish ? null : now],
    ]);
  }
}

/** What was sent, checked, and the rows that it names. */
interface Sent {
  readonly checked: CheckedEntry;
  readonly targets: Targets;
}

interface Update {
  readonly documentId: string | null;
  readonly update: CheckedEntry;
  /** What is sent as a new document; null where none may be made. */
  readonly create: CheckedEntry | null;
}

function missingMessage({ missing }: Targets): string | null {
  if (!missing) return null;
  return `${missing.count} relation(s) of type ${missing.uid} associated with this entity do not exist`;
}

/** @throws NotImplementedError for types whose versions are not written yet */
function assertWritten({ draftAndPublish, localized, displayName }: ContentType): void {
  if (!draftAndPublish && !localized) return;
  const feature = draftAndPublish ? 'drafts' : 'locales';
  throw new AppError(
    'NotImplementedError',
    `${displayName} has ${feature}: documents of such types can be read here, but not written yet.`,
  );
}
