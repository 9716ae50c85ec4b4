// The write path: each method is one operation, which is checked, run in a transaction and answered from inside it. A
// write that is refused anywhere leaves nothing.
import type { Reader } from '../query/read.ts';
import type { ContentType } from '../schema/types.ts';
import type { InteractiveDatabase, InteractiveWriting } from '../storage/database.ts';
import { withoutPauses } from '../storage/session.ts';
import { sendAhead } from '../storage/send-ahead.ts';
import { checkEntry, type CheckedEntry, type SentEntry } from './check-entry.ts';
import { checkKeys } from './check-keys.ts';
import { checkReach } from './check-reach.ts';
import { PROGRAM, type ContentEventFeed } from './content-events.ts';
import { createDocument } from './create-document.ts';
import { deleteDocument } from './delete-document.ts';
import { isHooked } from './hooked-rows.ts';
import { hashPasswords, hasPasswords } from './passwords.ts';
import { discardDraft, publishDocument, unpublishDocument, type Action } from './publication.ts';
import { toWriteError } from './refusal.ts';
import { updateDocument } from './update-document.ts';
import { assertDeletable, versionOf } from './version.ts';
import { withChanges } from './answer-changes.ts';
import type { WriteContext } from './write-context.ts';
import { NO_HOOKS, type WriteCall, type WriteHooks } from './write-hooks.ts';
import type { WriteOperation } from './write-operation.ts';
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
  readonly database: InteractiveDatabase;
  readonly reader: Reader;
  /** Gets the events of committed writes. */
  readonly feed: ContentEventFeed;
  /** Default: none. */
  readonly hooks?: WriteHooks;
}

const NO_TIMES: NonNullable<CreateRequest['times']> = new Map();

type OperationRequest = Pick<CreateRequest, 'type' | 'by' | 'times'> &
  Partial<Pick<CreateRequest, 'answer'>>;

/** The write path of one project and database. */
export class DocumentWriter {
  readonly #parts: WriterParts;
  readonly #context: WriteContext;
  readonly #hooks: WriteHooks;

  constructor(parts: WriterParts) {
    this.#parts = parts;
    this.#context = parts.context;
    this.#hooks = parts.hooks ?? NO_HOOKS;
  }

  /** Creates a document. @returns it as JSON text. @throws AppError */
  async create(request: CreateRequest): Promise<string> {
    const [text = ''] = await this.#call({ action: 'create', request });
    return text;
  }

  /** Creates documents of one type, all or none. @returns them as JSON texts, in their order. @throws AppError */
  async createAll(
    type: ContentType,
    requests: readonly CreateRequest[],
  ): Promise<readonly string[]> {
    const all = this.#operation({ type });
    const writings: InteractiveWriting<readonly string[]>[] = [];
    for (const request of requests) {
      const operation = { ...all, by: request.by ?? PROGRAM, answer: request.answer.read };
      writings.push(await this.#creation(operation, request));
    }
    return this.#run(all, inTurn(writings));
  }

  /** Updates a document; of a single type it is created if there is none. @returns it as JSON text. @throws AppError */
  async update(request: UpdateRequest): Promise<string> {
    const [text = ''] = await this.#call({ action: 'update', request });
    return text;
  }

  /** Deletes a document, if it is there. @returns the rows that were deleted, as JSON texts, if they are asked for */
  delete(request: DeleteRequest): Promise<readonly string[]> {
    return this.#call({ action: 'delete', request });
  }

  /** Publishes the drafts of a document. @returns the published versions as JSON texts, by locale. @throws AppError */
  publish(request: DocumentRequest): Promise<readonly string[]> {
    return this.#call({ action: 'publish', request });
  }

  /** Removes the published versions of a document. @returns its drafts as JSON texts, by locale. @throws AppError */
  unpublish(request: DocumentRequest): Promise<readonly string[]> {
    return this.#call({ action: 'unpublish', request });
  }

  /** Makes the drafts of a document equal to what is published. @returns them as JSON texts, by locale. @throws AppError */
  discardDraft(request: DocumentRequest): Promise<readonly string[]> {
    return this.#call({ action: 'discardDraft', request });
  }

  /** Runs a write inside of the middlewares. */
  #call(call: WriteCall, place: number = 0): Promise<readonly string[]> {
    const middleware = this.#hooks.middlewares[place];
    if (middleware) return middleware(call, (next) => this.#call(next, place + 1));
    return this.#write(call);
  }

  async #write(call: WriteCall): Promise<readonly string[]> {
    const operation = this.#operation(call.request);
    switch (call.action) {
      case 'create':
        return this.#run(operation, await this.#creation(operation, call.request));
      case 'update':
        return this.#run(operation, await this.#change(operation, call.request));
      case 'delete': {
        const { request } = call;
        assertDeletable(versionOf(request.type, request.answer.read));
        return this.#run(operation, deleteDocument(operation, this.#parts.reader, request));
      }
      default: {
        const rows = ACTIONS[call.action](operation, call.request);
        return this.#run(operation, this.#read(operation, call.request.answer, rows));
      }
    }
  }

  #operation({ type, by = PROGRAM, answer, times = NO_TIMES }: OperationRequest): WriteOperation {
    return {
      context: this.#context,
      type,
      by,
      hooks: this.#hooks.rows,
      answer: answer?.read ?? null,
      times,
      changes: new Map(),
      events: [],
    };
  }

  async #creation(
    operation: WriteOperation,
    request: CreateRequest,
  ): Promise<InteractiveWriting<readonly string[]>> {
    const checked = await this.#check(request, 'create');
    const version = versionOf(request.type, request.answer.read);
    return this.#answering(operation, request, createDocument(operation, version, checked));
  }

  async #change(
    operation: WriteOperation,
    request: UpdateRequest,
  ): Promise<InteractiveWriting<readonly string[]>> {
    const { type, data, answer, documentId } = request;
    const update = await this.#check({ type, data, answer }, 'update');
    const version = versionOf(type, answer.read);
    // Only a version that is not there yet is checked as a new one; hashes take too long to be made then.
    const hashed = hasPasswords(this.#context.registry, type.uid)
      ? await this.#check({ type, data, answer }, 'create')
      : null;
    const create = () => hashed ?? this.#checkEntry({ type, data }, 'create');
    const sent = { documentId, data, update, create };
    return this.#answering(operation, request, updateDocument(operation, version, sent));
  }

  #answering(
    operation: WriteOperation,
    request: CreateRequest,
    row: InteractiveWriting<number>,
  ): InteractiveWriting<readonly string[]> {
    request.onChecked?.();
    return this.#read(operation, request.answer, one(accompanied(request, row)));
  }

  *#read(
    { type, changes }: WriteOperation,
    { read, format }: WriteAnswer,
    writing: InteractiveWriting<readonly number[]>,
  ): InteractiveWriting<readonly string[]> {
    const rows = yield* writing;
    const texts = yield* this.#parts.reader.written(read, rows, format);
    if (changes.size === 0) return texts;
    return texts.map((text, i) => withChanges(text, changes.get(rows[i] ?? 0), { type, format }));
  }

  /** Runs an operation and hands out its events when it is committed. @throws AppError, also for what the database refuses */
  async #run<T>(operation: WriteOperation, writing: InteractiveWriting<T>): Promise<T> {
    const { database, feed } = this.#parts;
    const { layout } = this.#context;
    const { type, events } = operation;
    try {
      const value = await (isHooked(operation)
        ? database.interact(sendAhead(writing))
        : database.transact(sendAhead(withoutPauses(writing))));
      await database.afterCommit(() => feed.committed(events));
      return value;
    } catch (error) {
      throw toWriteError(layout, type, error);
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

const ACTIONS: Readonly<Record<'publish' | 'unpublish' | 'discardDraft', Action>> = {
  publish: publishDocument,
  unpublish: unpublishDocument,
  discardDraft,
};

function* accompanied(
  { before, also }: CreateRequest,
  row: InteractiveWriting<number>,
): InteractiveWriting<number> {
  if (before) yield* before();
  const id = yield* row;
  if (also) yield* also(id);
  return id;
}

function* one(row: InteractiveWriting<number>): InteractiveWriting<readonly number[]> {
  return [yield* row];
}

function* inTurn(
  writings: readonly InteractiveWriting<readonly string[]>[],
): InteractiveWriting<readonly string[]> {
  const texts: string[] = [];
  for (const writing of writings) texts.push(...(yield* writing));
  return texts;
}
