// The write path: each method is one operation, which is checked, run in a transaction and answered from inside it. A
// write that is refused anywhere leaves nothing.
import type { ContentType } from '../schema/types.ts';
import type { InteractiveDatabase, InteractiveWriteSteps } from '../storage/database.ts';
import { checkEntry, type CheckedEntry, type SentEntry } from './check-entry.ts';
import { checkKeys } from './check-keys.ts';
import { checkReach } from './check-reach.ts';
import { PROGRAM, type ContentEventFeed } from './content-events.ts';
import { createDocument } from './create-document.ts';
import { deleteDocument } from './delete-document.ts';
import { deleteRows, type RowDeletion } from './delete-rows.ts';
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
  UnpublishRequest,
  UpdateRequest,
  WriteAnswer,
} from './write-request.ts';

/** What a writer is built on. */
export interface WriterParts {
  readonly context: WriteContext;
  readonly database: InteractiveDatabase;
  /** Gets the events of committed writes. */
  readonly feed: ContentEventFeed;
  /** Default: none. */
  readonly hooks?: WriteHooks;
}

const NO_TIMES: NonNullable<CreateRequest['times']> = new Map();

type OperationRequest = Pick<CreateRequest<unknown>, 'type' | 'by' | 'creator' | 'times'> &
  Partial<Pick<CreateRequest<unknown>, 'answer'>>;

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

  /** Creates a document. @returns it as the request wants it. @throws AppError */
  async create<Entry>(request: CreateRequest<Entry>): Promise<Entry> {
    return onlyOne(await this.#call({ action: 'create', request }));
  }

  /** Creates documents of one type, all or none. @returns them in their order. @throws AppError */
  async createAll<Entry>(
    type: ContentType,
    requests: readonly CreateRequest<Entry>[],
  ): Promise<readonly Entry[]> {
    const all = this.#operation({ type });
    const writes: InteractiveWriteSteps<readonly Entry[]>[] = [];
    for (const request of requests) {
      const operation = { ...all, by: request.by ?? PROGRAM, answer: request.answer.read };
      writes.push(await this.#creation(operation, request));
    }
    return this.#run(all, inTurn(writes));
  }

  /** Updates a document; of a single type it is created if there is none. @returns it as above. @throws AppError */
  async update<Entry>(request: UpdateRequest<Entry>): Promise<Entry> {
    return onlyOne(await this.#call({ action: 'update', request }));
  }

  /** Updates documents of one type, all or none. @returns them in their order. @throws AppError */
  async updateAll<Entry>(
    type: ContentType,
    requests: readonly UpdateRequest<Entry>[],
  ): Promise<readonly Entry[]> {
    const all = this.#operation({ type });
    const writes: InteractiveWriteSteps<readonly Entry[]>[] = [];
    for (const request of requests) {
      const operation = { ...all, by: request.by ?? PROGRAM, answer: request.answer.read };
      writes.push(await this.#change(operation, request));
    }
    return this.#run(all, inTurn(writes));
  }

  /** Deletes rows of a type without drafts and locales, all or none. */
  deleteRows({ type, by = PROGRAM, rows }: RowDeletion): Promise<void> {
    const operation = this.#operation({ type, by });
    return this.#run(operation, deleteRows(operation, rows));
  }

  /** Deletes a document, if it is there. @returns the rows that were deleted, if they are asked for */
  delete<Entry>(request: DeleteRequest<Entry>): Promise<readonly Entry[]> {
    return this.#call({ action: 'delete', request });
  }

  /** Publishes the drafts of a document. @returns the published versions by locale. @throws AppError */
  publish<Entry>(request: DocumentRequest<Entry>): Promise<readonly Entry[]> {
    return this.#call({ action: 'publish', request });
  }

  /** Removes the published versions of a document. @returns its drafts by locale. @throws AppError */
  unpublish<Entry>(request: UnpublishRequest<Entry>): Promise<readonly Entry[]> {
    return this.#call({ action: 'unpublish', request });
  }

  /** Makes the drafts of a document equal to what is published. @returns them by locale. @throws AppError */
  discardDraft<Entry>(request: DocumentRequest<Entry>): Promise<readonly Entry[]> {
    return this.#call({ action: 'discardDraft', request });
  }

  /** Acts on several documents of one type, in one transaction. @returns what each action returns. @throws AppError */
  async actOnAll<Entry>(
    action: 'publish' | 'unpublish' | 'delete',
    type: ContentType,
    requests: readonly DeleteRequest<Entry>[],
  ): Promise<readonly Entry[]> {
    const all = this.#operation({ type });
    const writes = requests.map((request): InteractiveWriteSteps<readonly Entry[]> => {
      const operation = { ...this.#operation(request), events: all.events };
      if (action === 'delete') return deleteDocument(operation, request);
      return this.#read(operation, request.answer, ACTIONS[action](operation, request));
    });
    return this.#run(all, inTurn(writes));
  }

  /** Runs a write inside of the middlewares. */
  #call<Entry>(call: WriteCall<Entry>, place: number = 0): Promise<readonly Entry[]> {
    const middleware = this.#hooks.middlewares[place];
    if (middleware) return middleware(call, (next) => this.#call(next, place + 1));
    return this.#write(call);
  }

  async #write<Entry>(call: WriteCall<Entry>): Promise<readonly Entry[]> {
    const operation = this.#operation(call.request);
    switch (call.action) {
      case 'create':
        return this.#run(operation, await this.#creation(operation, call.request));
      case 'update':
        return this.#run(operation, await this.#change(operation, call.request));
      case 'delete': {
        const { request } = call;
        assertDeletable(versionOf(request.type, request.answer.read));
        return this.#run(operation, deleteDocument(operation, request));
      }
      default: {
        const rows = ACTIONS[call.action](operation, call.request);
        return this.#run(operation, this.#read(operation, call.request.answer, rows));
      }
    }
  }

  #operation({
    type,
    by = PROGRAM,
    creator,
    answer,
    times = NO_TIMES,
  }: OperationRequest): WriteOperation {
    return {
      context: this.#context,
      type,
      by,
      creator: creator ?? null,
      hooks: this.#hooks.rows,
      answer: answer?.read ?? null,
      times,
      changes: new Map(),
      events: [],
    };
  }

  async #creation<Entry>(
    operation: WriteOperation,
    request: CreateRequest<Entry>,
  ): Promise<InteractiveWriteSteps<readonly Entry[]>> {
    const checked = await this.#check(request, 'create');
    const version = versionOf(request.type, request.answer.read);
    return this.#answering(operation, request, createDocument(operation, version, checked));
  }

  async #change<Entry>(
    operation: WriteOperation,
    request: UpdateRequest<Entry>,
  ): Promise<InteractiveWriteSteps<readonly Entry[]>> {
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

  #answering<Entry>(
    operation: WriteOperation,
    request: CreateRequest<Entry>,
    row: InteractiveWriteSteps<number>,
  ): InteractiveWriteSteps<readonly Entry[]> {
    request.onChecked?.();
    return this.#read(operation, request.answer, one(accompanied(request, row)));
  }

  *#read<Entry>(
    { type, changes }: WriteOperation,
    answer: WriteAnswer<Entry>,
    steps: InteractiveWriteSteps<readonly number[]>,
  ): InteractiveWriteSteps<readonly Entry[]> {
    const rows = yield* steps;
    const entries = yield* answer.written(rows);
    if (changes.size === 0) return entries;
    return entries.map((entry, i) => {
      const changed = withChanges(entry, changes.get(rows[i] ?? 0), type);
      return changed ? answer.fromObject(changed) : entry;
    });
  }

  /** Runs an operation and hands out its events when it is committed. @throws AppError, also for what the database refuses */
  async #run<T>(operation: WriteOperation, steps: InteractiveWriteSteps<T>): Promise<T> {
    const { database, feed } = this.#parts;
    const { layout } = this.#context;
    const { type, events } = operation;
    try {
      const value = await (isHooked(operation)
        ? database.interact(steps)
        : database.transact(steps));
      await database.afterCommit(() => feed.committed(events));
      return value;
    } catch (error) {
      throw toWriteError(layout, type, error);
    }
  }

  async #check(
    { type, data, answer }: Pick<CreateRequest<unknown>, 'type' | 'data' | 'answer'>,
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
  { before, afterWrite }: Pick<CreateRequest, 'before' | 'afterWrite'>,
  row: InteractiveWriteSteps<number>,
): InteractiveWriteSteps<number> {
  if (before) yield* before();
  const id = yield* row;
  if (afterWrite) yield* afterWrite(id);
  return id;
}

function* one(row: InteractiveWriteSteps<number>): InteractiveWriteSteps<readonly number[]> {
  return [yield* row];
}

function* inTurn<Entry>(
  writes: readonly InteractiveWriteSteps<readonly Entry[]>[],
): InteractiveWriteSteps<readonly Entry[]> {
  const entries: Entry[] = [];
  for (const steps of writes) entries.push(...(yield* steps));
  return entries;
}

function onlyOne<Entry>([entry]: readonly Entry[]): Entry {
  if (entry === undefined) throw new Error('a write has given no entry');
  return entry;
}
