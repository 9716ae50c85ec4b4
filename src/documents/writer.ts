// In charge of the writes of documents: what was sent is checked, then looked up, checked against what is there and
// written in one savepoint, and the answer is read from inside it. A write that is refused anywhere leaves nothing.
import { createDocumentId } from '../base/document-id.ts';
import { AppError, validationError } from '../base/errors.ts';
import type { Reader } from '../query/read.ts';
import type { ContentType } from '../schema/types.ts';
import type { Database, Writing } from '../storage/database.ts';
import { checkEntry, type CheckedEntry } from './check-entry.ts';
import { checkKeys } from './check-keys.ts';
import { checkReach } from './check-reach.ts';
import { findDocumentRows, type DocumentRow } from './document-rows.ts';
import { failuresError, withRows, type Failure } from './finding.ts';
import { hashPasswords } from './passwords.ts';
import { toWriteError } from './refusal.ts';
import type { ColumnValue } from './input.ts';
import { removeEntries } from './remove.ts';
import { readStored } from './stored-entries.ts';
import { findTargets, type Targets } from './targets.ts';
import { failuresOf } from './unique.ts';
import {
  assertAlone,
  assertDeleted,
  assertNotPublished,
  isWrittenRow,
  notYet,
  scopeOf,
  sourceOf,
  systemValues,
  versionOf,
  type Version,
} from './version.ts';
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
    const checked = await this.#check({ type, data, answer }, 'create');
    return this.#run(type, this.#creating(versionOf(type, answer.read), checked, answer));
  }

  /** Updates a document; of a single type it is made where there is none. @returns it as JSON text. @throws AppError */
  async update({ type, data, answer, documentId }: UpdateRequest): Promise<string> {
    const update = await this.#check({ type, data, answer }, 'update');
    const create = documentId === null ? await this.#check({ type, data, answer }, 'create') : null;
    const version = versionOf(type, answer.read);
    return this.#run(type, this.#updating(version, { documentId, update, create }, answer));
  }

  /** Deletes a document, if it is there. @returns the rows that were deleted, as JSON texts, where they are asked for */
  async delete({
    type,
    documentId,
    answer,
    withEntries,
  }: DeleteRequest): Promise<readonly string[]> {
    assertDeleted(versionOf(type, answer.read));
    return this.#run(type, this.#deleting({ type, documentId, answer, withEntries }));
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
    { type, data, answer }: CreateRequest,
    action: 'create' | 'update',
  ): Promise<CheckedEntry> {
    const { registry, rules } = this.#context;
    checkKeys(registry, type, data);
    checkReach(registry, { type, data }, answer.read.access);
    const draft = type.draftAndPublish;
    const checked = checkEntry(registry, { type, data }, { ...rules, action, draft });
    const isRefused = checked.findings.some(({ kind }) => kind === 'failure');
    if (isRefused) return checked;
    return { ...checked, input: await hashPasswords(registry, checked.input) };
  }

  *#creating(version: Version, checked: CheckedEntry, answer: WriteAnswer): Writing<string> {
    if (version.type.kind === 'singleType') yield* this.#assertNone(version.type);
    const targets = yield* findTargets(this.#context, sourceOf(version), checked.input);
    return yield* this.#insert(version, { checked, targets }, answer);
  }

  *#insert(version: Version, sent: Sent, { read, format }: WriteAnswer): Writing<string> {
    yield* this.#assertValid(version, sent, null);
    const documentId = createDocumentId();
    const row = yield* insertEntry(
      this.#context,
      { input: sent.checked.input, targets: sent.targets },
      new Map<string, ColumnValue>([
        ['documentId', documentId],
        ...systemValues(version, 'create'),
      ]),
    );
    yield* this.#assertPublishable(version, { id: row, documentId });
    assertNotPublished(version);
    return yield* this.#reader.written(read, row, format);
  }

  *#updating(
    version: Version,
    { documentId, update, create }: Update,
    answer: WriteAnswer,
  ): Writing<string> {
    const targets = yield* findTargets(this.#context, sourceOf(version), update.input);
    const rows = yield* findDocumentRows(this.#context, version.type, documentId);
    if (rows.length === 0 && create) {
      return yield* this.#insert(version, { checked: create, targets }, answer);
    }
    if (rows.length === 0) throw new AppError('NotFoundError', 'Not Found');
    const row = rows.find((each) => isWrittenRow(version, each));
    yield* this.#assertValid(version, { checked: update, targets }, row?.documentId ?? null);
    assertNotPublished(version);
    assertAlone(version, rows);
    if (!row) throw notYet(`This ${version.type.displayName} has no such version yet.`);
    yield* updateEntry(
      this.#context,
      { input: update.input, targets, row: row.id },
      systemValues(version, 'update'),
    );
    return yield* this.#reader.written(answer.read, row.id, answer.format);
  }

  /** Of a document that `filters` or `_q` leave out nothing is deleted. @throws ValidationError where they tear it apart */
  *#deleting({
    type,
    documentId,
    answer: { read, format },
    withEntries,
  }: DeleteRequest): Writing<readonly string[]> {
    const rows = yield* findDocumentRows(this.#context, type, documentId);
    const { root, search } = read.plan.shape;
    const isFiltered = root.filter !== null || search !== null;
    const ids: number[] = [];
    const deleted: string[] = [];
    for (const { id } of rows) {
      const isRead = isFiltered || withEntries;
      const entry = isRead ? yield* this.#reader.matching(read, id, format) : null;
      if (isRead && entry === null) continue;
      ids.push(id);
      if (entry !== null) deleted.push(entry);
    }
    if (ids.length > 0 && ids.length < rows.length) {
      throw validationError('Only some versions of the document match: delete it without filters.');
    }
    yield* removeEntries(this.#context, type.uid, ids);
    return withEntries ? deleted : [];
  }

  /** @throws ValidationError where a single type has its document */
  *#assertNone(type: ContentType): Writing<void> {
    const [row] = yield* findDocumentRows(this.#context, type, null);
    if (!row) return;
    throw validationError(`${type.displayName} is a single type and has its document: update it.`);
  }

  /** @throws ValidationError with everything that is wrong; then what is told one at a time */
  *#assertValid(
    version: Version,
    { checked, targets }: Sent,
    documentId: string | null,
  ): Writing<void> {
    const scope = scopeOf(version, documentId);
    const found = withRows(checked.findings, targets.rowsOf);
    const failures: Failure[] = [...(yield* failuresOf(this.#context, scope, found))];
    const problem = checked.relationProblem ?? missingMessage(targets);
    if (problem !== null) {
      const publishedAt = version.type.draftAndPublish ? null : new Date().toISOString();
      const locale = version.locale === null ? {} : { locale: version.locale };
      const value = checked.echo(targets.rowsOf, { ...locale, publishedAt });
      failures.push({ path: [], message: problem, value });
    }
    if (failures.length > 0) throw failuresError(failures);
    const [late] = checked.late;
    if (late) throw late;
  }

  /** A draft is checked once more, as it is stored, by the rules of what is published. @throws ValidationError */
  *#assertPublishable(
    version: Version,
    { id, documentId }: Pick<DocumentRow, 'id' | 'documentId'>,
  ): Writing<void> {
    const { type, status } = version;
    if (!type.draftAndPublish || status === 'draft') return;
    const stored = yield* readStored(this.#context, type.uid, [id]);
    const { registry, rules } = this.#context;
    const { findings } = checkEntry(
      registry,
      { type, data: stored.get(id) ?? {} },
      { ...rules, action: 'create', draft: false, missing: 'null' },
    );
    const found = withRows(findings, () => []);
    const failures = yield* failuresOf(this.#context, scopeOf(version, documentId), found);
    if (failures.length > 0) throw failuresError(failures);
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
