// Lifecycle hooks of the rows that document calls write.
import { isDeepStrictEqual } from 'node:util';
import { isLinked } from '../../documents/check/linked-attribute.ts';
import type { ResponseChanges, RowEvent, RowHooks } from '../../documents/write-hooks.ts';
import { fullAccess } from '../../query/access.ts';
import { populateOptions, populateWith, type Populate } from '../../query/params.ts';
import type { Reader } from '../../query/read.ts';
import type { JsonValue } from '../../base/json.ts';
import type { Registry } from '../../schema/registry.ts';
import type { InteractiveDatabase } from '../../storage/database.ts';
import type { RowReads } from '../database/row-reads.ts';
import { cloneDeep } from '../packages/strapi-utils/values.ts';
import type { Fields, Row } from '../strapi/code-values.ts';
import { applyHookData, copiedData, hookData } from './hook-data.ts';
import type { LifecycleAction, LifecycleCall, Lifecycles } from './lifecycles.ts';
import { responseParams } from './response-params.ts';

export interface RowLifecycleDependencies {
  readonly registry: Registry;
  /** The content model for code (`openModels`), and its reader. */
  readonly models: Registry;
  readonly reader: Reader;
  readonly database: InteractiveDatabase;
  readonly rows: RowReads;
}

const ACTIONS: readonly LifecycleAction[] = ['Create', 'Update', 'Delete'];

const ACTION_OF = { create: 'Create', update: 'Update', delete: 'Delete' } as const;

/** State between the hooks before and after a row is written. */
interface HookedRow {
  readonly call: LifecycleCall;
  /** The row before its deletion. */
  readonly deleted: Row | null;
}

/** Runs lifecycle hooks around each row. Dependencies are attached later, because the writer needs its hooks first. */
export class RowLifecycles implements RowHooks {
  readonly #lifecycles: Lifecycles;
  readonly timeout: number | undefined;
  #dependencies: RowLifecycleDependencies | null = null;

  /** @param timeout For the hooks of a row, in milliseconds */
  constructor(lifecycles: Lifecycles, timeout?: number) {
    this.#lifecycles = lifecycles;
    this.timeout = timeout;
  }

  /** Sets the dependencies. */
  attach(dependencies: RowLifecycleDependencies): void {
    this.#dependencies = dependencies;
  }

  has(uid: string): boolean {
    return this.#lifecycles.has(uid, ACTIONS);
  }

  async before(event: RowEvent): Promise<void> {
    const { uid, action, row } = event;
    const { registry, rows } = this.#attached;
    const where = row === null ? {} : { id: row };
    if (action === 'delete') {
      const deleted = row === null ? null : await rows.one(uid, row);
      await this.#begin(event, { where }, deleted);
      return;
    }
    const source = await this.#sourceOf(event);
    const written = source ? copiedData(registry, event, source) : hookData(registry, event);
    const { responseRead } = event;
    const response = responseRead ? responseParams(responseRead.subject.params) : {};
    // Hooks get the objects of this call.
    const given = Object.assign(response, { where, data: written.data });
    const { params } = await this.#begin(event, given, null);
    // A hook may have replaced the object.
    const data = (params['data'] ?? {}) as Fields;
    applyHookData(registry, event, { ...written, data });
  }

  async after(event: RowEvent): Promise<ResponseChanges | void> {
    const { call, deleted } = event.state as HookedRow;
    if (event.action === 'delete') return this.#lifecycles.after(call, deleted);
    if (!this.#lifecycles.hasAfter(call)) return;
    const result = await this.#resultOf(event);
    if (!result) return;
    const { database } = this.#attached;
    const { joinedWrites } = database;
    const before = cloneDeep(result);
    await this.#lifecycles.after(call, result);
    const changes = changesOf(result, before);
    if (database.joinedWrites !== joinedWrites) await this.#keepValues(changes, event, result);
    if (changes.size > 0) return changes;
  }

  /** As in Strapi, the response has the values from before the hooks wrote to the row themselves. */
  async #keepValues(changes: Map<string, JsonValue>, event: RowEvent, result: Row): Promise<void> {
    const written = await this.#resultOf(event);
    if (!written) return;
    const { attributes } = this.#attached.registry.model(event.uid);
    for (const [name, value] of changesOf(result, written)) {
      // Related entries would show private attributes.
      if (attributes.get(name)?.kind === 'scalar') changes.set(name, value);
    }
  }

  async #begin(event: RowEvent, params: Fields, deleted: Row | null): Promise<LifecycleCall> {
    const call = this.#lifecycles.call(event.uid, ACTION_OF[event.action], params);
    event.state = { call, deleted } satisfies HookedRow;
    await this.#lifecycles.before(call);
    return call;
  }

  /** Returns the copied row with the ids of its relations and components; null if the write is not a copy. */
  async #sourceOf({ uid, copyOf }: RowEvent): Promise<Row | null> {
    if (copyOf === null) return null;
    const { registry, rows } = this.#attached;
    return rows.one(uid, copyOf, populateIds(registry, uid));
  }

  /** Returns a written row with the requested attributes, including private ones; a component with all of them. */
  async #resultOf({ uid, row, responseRead }: RowEvent): Promise<Row | null> {
    const { models, reader, database, rows } = this.#attached;
    if (row === null) return null;
    if (!responseRead) return rows.one(uid, row);
    const { subject, access } = responseRead;
    const type = models.contentType(uid);
    const isOpen = subject.type === type && access === fullAccess;
    const read = isOpen ? responseRead : reader.prepare({ ...subject, type, access: fullAccess });
    reader.assertFastResponse(read);
    return (await database.read(reader.objectResponse(read, 'plain').matching(row))) as Row | null;
  }

  get #attached(): RowLifecycleDependencies {
    if (!this.#dependencies) throw new Error('Lifecycle hooks ran before the database was opened');
    return this.#dependencies;
  }
}

/** Returns the attributes of a result that are missing or different in `before`. */
function changesOf(result: Row, before: Row): Map<string, JsonValue> {
  const changed = Object.entries(result).filter(
    ([name, value]) => value !== undefined && !isSame(value, before[name]),
  );
  // Values of a hook may have any type. Document calls return them unchanged, as in Strapi; responses contain their JSON.
  return new Map(changed) as Map<string, JsonValue>;
}

/** True for values that are equal, or are printed equally: a hook may only have wrapped an object. */
function isSame(value: unknown, before: unknown): boolean {
  if (isDeepStrictEqual(value, before)) return true;
  if (typeof value !== 'object' || typeof before !== 'object') return false;
  try {
    return JSON.stringify(value) === JSON.stringify(before);
  } catch {
    return false;
  }
}

/** Populates all relations and components with ids only. */
function populateIds(registry: Registry, uid: string): Populate {
  return populateWith(
    [...registry.model(uid).attributes.values()].flatMap((attribute) => {
      if (attribute.kind === 'localizations' || attribute.kind === 'scalar') return [];
      const isPlain = isLinked(attribute) && !(attribute.kind === 'morph' && !attribute.target);
      const value = isPlain || attribute.kind === 'component' ? IDS : ALL_FIELDS;
      return [[attribute.name, value] as const];
    }),
  );
}

const IDS = populateOptions([{ option: 'fields', fields: { value: ['id'] } }]);
const ALL_FIELDS = populateOptions([]);
