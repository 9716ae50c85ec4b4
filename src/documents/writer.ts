// The write path: each method checks its request, runs it in a transaction and reads the response inside the transaction. A
// failed write changes nothing.
import { withTiming, type CurrentRequest } from '../base/stage-timer.ts';
import type { ReadAccess } from '../query/access.ts';
import type { ContentType } from '../schema/types.ts';
import type { InteractiveDatabase } from '../storage/database.ts';
import type { InteractiveWriteSteps } from '../storage/session.ts';
import { Slices, withoutPauses } from '../storage/session.ts';
import { checkEntry, type CheckedEntry, type SentEntry } from './check/check-entry.ts';
import { PROGRAM, type ContentEventFeed } from './content-events.ts';
import { createDocument, updateDocument } from './operations/write-document.ts';
import { deleteDocument } from './operations/delete-document.ts';
import { deleteRows, type RowDeletion } from './operations/delete-rows.ts';
import { applyChanges, hasHooks } from './rows/row-hooks.ts';
import {
  hasDefaultPasswords,
  hashPasswords,
  hasPasswords,
  withHashes,
} from './passwords/hash-passwords.ts';
import {
  discardDraft,
  publishDocument,
  unpublishDocument,
  type Action,
} from './operations/publication.ts';
import { toWriteError } from './validation/constraint-errors.ts';
import { assertDeletable, versionOf } from './version.ts';
import type { WriteContext } from './write-context.ts';
import { NO_HOOKS, type WriteCall, type WriteHooks } from './write-hooks.ts';
import type { RowCreators } from './rows/entry-rows.ts';
import type { WriteOperation } from './write-operation.ts';
import type {
  CreateRequest,
  DeleteRequest,
  DocumentRequest,
  UnpublishRequest,
  UpdateRequest,
} from './write-request.ts';

export interface WriterDependencies {
  readonly context: WriteContext;
  readonly database: InteractiveDatabase;
  /** Receives the events of committed writes. */
  readonly feed: ContentEventFeed;
  /** Default: none. */
  readonly hooks?: WriteHooks;
  /** The request whose checks are measured. Default: none */
  readonly current?: CurrentRequest | undefined;
}

const NO_TIMES: NonNullable<CreateRequest['times']> = new Map();

type OperationRequest = Pick<
  CreateRequest<unknown>,
  'type' | 'by' | 'creator' | 'creators' | 'since' | 'times'
> &
  Partial<Pick<CreateRequest<unknown>, 'response'>>;

/** An administrator updates every row, and creates a new one. */
function creatorsOf(id: number | undefined, isNew: boolean): RowCreators {
  if (id === undefined) return {};
  return isNew ? { createdBy: id, updatedBy: id } : { updatedBy: id };
}

/** The write path of one project and database. */
export class DocumentWriter {
  readonly #dependencies: WriterDependencies;
  readonly #context: WriteContext;
  readonly #hooks: WriteHooks;

  constructor(dependencies: WriterDependencies) {
    this.#dependencies = dependencies;
    this.#context = dependencies.context;
    this.#hooks = dependencies.hooks ?? NO_HOOKS;
  }

  /** Creates a document. @returns the entry of the response @throws AppError */
  async create<Entry>(request: CreateRequest<Entry>): Promise<Entry> {
    return single(await this.#call({ action: 'create', request }));
  }

  /**
   * Creates documents of one type, all or none, outside the middlewares. @returns the entries in order @throws AppError
   */
  createAll<Entry>(
    type: ContentType,
    requests: readonly CreateRequest<Entry>[],
  ): Promise<readonly Entry[]> {
    return this.#writeAll(
      type,
      requests.map((request) => ({ action: 'create', request })),
    );
  }

  /** Updates a document; that of a single type is created if it does not exist. @returns the entry of the response @throws AppError */
  async update<Entry>(request: UpdateRequest<Entry>): Promise<Entry> {
    return single(await this.#call({ action: 'update', request }));
  }

  /**
   * Updates documents of one type, all or none, outside the middlewares. @returns the entries in order @throws AppError
   */
  updateAll<Entry>(
    type: ContentType,
    requests: readonly UpdateRequest<Entry>[],
  ): Promise<readonly Entry[]> {
    return this.#writeAll(
      type,
      requests.map((request) => ({ action: 'update', request })),
    );
  }

  /** Deletes rows of a type without drafts and locales, all or none. */
  deleteRows({ type, by = PROGRAM, rows }: RowDeletion): Promise<void> {
    const operation = this.#operation({ type, by });
    return this.#run(operation, deleteRows(operation, rows));
  }

  /** Deletes a document if it exists. @returns the deleted entries if they are requested */
  delete<Entry>(request: DeleteRequest<Entry>): Promise<readonly Entry[]> {
    return this.#call({ action: 'delete', request });
  }

  /** Publishes the drafts of a document. @returns the published versions by locale @throws AppError */
  publish<Entry>(request: DocumentRequest<Entry>): Promise<readonly Entry[]> {
    return this.#call({ action: 'publish', request });
  }

  /** Removes the published versions of a document. @returns its drafts by locale. @throws AppError */
  unpublish<Entry>(request: UnpublishRequest<Entry>): Promise<readonly Entry[]> {
    return this.#call({ action: 'unpublish', request });
  }

  /** Reverts the drafts of a document to what is published. @returns the drafts by locale @throws AppError */
  discardDraft<Entry>(request: DocumentRequest<Entry>): Promise<readonly Entry[]> {
    return this.#call({ action: 'discardDraft', request });
  }

  /** Acts on several documents of one type, in one transaction. @returns the entries of all responses @throws AppError */
  actOnAll<Entry>(
    action: 'publish' | 'unpublish' | 'delete',
    type: ContentType,
    requests: readonly DeleteRequest<Entry>[],
  ): Promise<readonly Entry[]> {
    const calls = requests.map((request): WriteCall<Entry> => ({ action, request }));
    return this.#hooks.middlewares.length > 0 ? this.#callAll(calls) : this.#writeAll(type, calls);
  }

  /** Runs a write inside the middlewares. */
  #call<Entry>(call: WriteCall<Entry>, index: number = 0): Promise<readonly Entry[]> {
    const middleware = this.#hooks.middlewares[index];
    if (middleware) return middleware(call, (next) => this.#call(next, index + 1));
    return this.#write(call);
  }

  /** Runs writes inside the middlewares, in one transaction. */
  async #callAll<Entry>(calls: readonly WriteCall<Entry>[]): Promise<readonly Entry[]> {
    const entries: Entry[] = [];
    const wait = async (): Promise<void> => {
      for (const call of calls) entries.push(...(await this.#call(call)));
    };
    const steps = waitFor(wait, this.#hooks.transactionTimeout);
    await this.#dependencies.database.transactInteractively(steps, { isLong: true });
    return entries;
  }

  /** Runs writes of one type in one transaction. */
  async #writeAll<Entry>(
    type: ContentType,
    calls: readonly WriteCall<Entry>[],
  ): Promise<readonly Entry[]> {
    const all = this.#operation({ type });
    const writes: InteractiveWriteSteps<readonly Entry[]>[] = [];
    const slices = new Slices();
    for (const call of calls) {
      writes.push(await this.#stepsOf(call, this.#operation(call.request, all.events)));
      await slices.pause();
    }
    return this.#run(all, inSequence(writes));
  }

  async #write<Entry>(call: WriteCall<Entry>): Promise<readonly Entry[]> {
    const operation = this.#operation(call.request);
    const { current } = this.#dependencies;
    const steps = withTiming(current?.timer, 'check', () => this.#stepsOf(call, operation));
    return this.#run(operation, await steps);
  }

  /** Checks a write. @returns its steps @throws AppError */
  async #stepsOf<Entry>(
    call: WriteCall<Entry>,
    operation: WriteOperation,
  ): Promise<InteractiveWriteSteps<readonly Entry[]>> {
    switch (call.action) {
      case 'create':
        return this.#createSteps(operation, call.request);
      case 'update':
        return this.#updateSteps(operation, call.request);
      case 'delete': {
        const { request } = call;
        assertDeletable(versionOf(request.type, request.response.read));
        return checkedBefore(request, deleteDocument(operation, request));
      }
      default: {
        const { request, action } = call;
        return withResponse(operation, request, ACTIONS[action](operation, request));
      }
    }
  }

  /** @param events Where its events are added */
  #operation(
    { type, by = PROGRAM, creator, creators, since, response, times = NO_TIMES }: OperationRequest,
    events: WriteOperation['events'] = [],
  ): WriteOperation {
    return {
      context: this.#context,
      type,
      by,
      creatorsOf: (isNew) => creators ?? creatorsOf(creator, isNew),
      since,
      hooks: this.#hooks.rows,
      responseRead: response?.read ?? null,
      times,
      changes: new Map(),
      events,
    };
  }

  async #createSteps<Entry>(
    operation: WriteOperation,
    request: CreateRequest<Entry>,
  ): Promise<InteractiveWriteSteps<readonly Entry[]>> {
    const { type, data, response, newDocumentId } = request;
    const checked = await this.#check({ type, data }, 'create', response.read.access);
    const version = versionOf(type, response.read);
    const sent = { checked, data, documentId: newDocumentId };
    return withResponse(operation, request, createDocument(operation, version, sent));
  }

  async #updateSteps<Entry>(
    operation: WriteOperation,
    request: UpdateRequest<Entry>,
  ): Promise<InteractiveWriteSteps<readonly Entry[]>> {
    const { type, data, response, documentId } = request;
    const update = await this.#check({ type, data }, 'update', response.read.access);
    const version = versionOf(type, response.read);
    const create = await this.#checkAsNew({ type, data }, update);
    const sent = { documentId, data, update, create };
    return withResponse(operation, request, updateDocument(operation, version, sent));
  }

  /** Runs an operation and delivers its events after the commit. @throws AppError, also for a violated constraint */
  async #run<T>(operation: WriteOperation, steps: InteractiveWriteSteps<T>): Promise<T> {
    const { database, feed } = this.#dependencies;
    const { layout } = this.#context;
    const { type, events, since } = operation;
    try {
      const deliver = (): Promise<void> => feed.deliver(events);
      if (hasHooks(operation))
        return await database.transactInteractively(steps, { afterCommit: deliver });
      const value = await database.transact(withoutPauses(steps), { since });
      if (!feed.isIdle) await database.afterCommit(deliver);
      return value;
    } catch (error) {
      throw toWriteError(layout, type, error);
    }
  }

  /** Returns a function that checks an update as a new row, since that is needed only if the version does not exist. */
  async #checkAsNew(sent: SentEntry, update: CheckedEntry): Promise<() => CheckedEntry> {
    const { registry } = this.#context;
    const { uid } = sent.type;
    const check = (): CheckedEntry => this.#checkEntry(sent, 'create', null);
    if (!hasPasswords(this.#context, uid)) return check;
    // Passwords must be hashed before the transaction.
    if (isInvalid(update) || hasDefaultPasswords(this.#context, uid)) {
      const checked = await this.#check(sent, 'create', null);
      return () => checked;
    }
    return () => {
      const checked = check();
      return isInvalid(checked)
        ? checked
        : { ...checked, input: withHashes(registry, checked.input, update.input) };
    };
  }

  /** Checks an entry, and hashes its passwords. @throws ValidationError, unless `access` is null as in `#checkEntry` */
  async #check(
    sent: SentEntry,
    action: 'create' | 'update',
    access: ReadAccess | null,
  ): Promise<CheckedEntry> {
    const { registry } = this.#context;
    const checked = this.#checkEntry(sent, action, access);
    if (isInvalid(checked) || !hasPasswords(this.#context, sent.type.uid)) return checked;
    return { ...checked, input: await hashPasswords(registry, checked.input) };
  }

  /** @param access Null if keys, relations and limits have been checked. @throws ValidationError for them */
  #checkEntry(
    sent: SentEntry,
    action: 'create' | 'update',
    access: ReadAccess | null,
  ): CheckedEntry {
    const { registry, rules } = this.#context;
    const draft = sent.type.draftAndPublish;
    return checkEntry(registry, sent, { action, draft, access, ...rules });
  }
}

function isInvalid({ findings }: CheckedEntry): boolean {
  return findings.some(({ kind }) => kind === 'failure');
}

const ACTIONS: Readonly<Record<'publish' | 'unpublish' | 'discardDraft', Action>> = {
  publish: publishDocument,
  unpublish: unpublishDocument,
  discardDraft,
};

type ResponseRequest<Entry> = Pick<
  DocumentRequest<Entry>,
  'response' | 'beforeWrite' | 'afterWrite'
>;

/** Runs a write with the steps around it, and reads the response. @param write Returns the rows of the response */
function* withResponse<Entry>(
  { type, changes }: WriteOperation,
  { response, beforeWrite, afterWrite }: ResponseRequest<Entry>,
  write: InteractiveWriteSteps<number | readonly number[]>,
): InteractiveWriteSteps<readonly Entry[]> {
  if (beforeWrite) yield* beforeWrite();
  const written = yield* write;
  const rows = typeof written === 'number' ? [written] : written;
  const [first, ...others] = rows;
  if (afterWrite && first !== undefined) yield* afterWrite(first, ...others);
  if (changes.size === 0) return yield* response.written(rows);
  const objects = yield* response.objects().written(rows);
  return objects.map((object, i) =>
    response.fromObject(applyChanges(object, changes.get(rows[i] ?? 0), type)),
  );
}

function* checkedBefore<T>(
  { beforeWrite }: Pick<DocumentRequest, 'beforeWrite'>,
  steps: InteractiveWriteSteps<T>,
): InteractiveWriteSteps<T> {
  if (beforeWrite) yield* beforeWrite();
  return yield* steps;
}

/** A transaction that consists of other writes. @param timeout Milliseconds; default: that of the database */
function* waitFor(
  wait: () => Promise<void>,
  timeout: number | undefined,
): InteractiveWriteSteps<void> {
  yield { name: 'A write of several documents', wait, timeout };
}

function* inSequence<Entry>(
  writes: readonly InteractiveWriteSteps<readonly Entry[]>[],
): InteractiveWriteSteps<readonly Entry[]> {
  const entries: Entry[] = [];
  for (const steps of writes) entries.push(...(yield* steps));
  return entries;
}

function single<Entry>([entry]: readonly Entry[]): Entry {
  if (entry === undefined) throw new Error('a write returned no entry');
  return entry;
}
