// Webhooks, stored in Strapi's table (docs/strapi/administration.md, "Webhooks"). Events do not call them yet; a
// warning at startup lists them.
import { AppError } from '../base/errors.ts';
import { isJsonObject, parseStoredJson } from '../base/json.ts';
import type { Database } from '../storage/database.ts';
import type { ReadSteps, Row, SqlValue, WriteSteps } from '../storage/session.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { RowStatements } from '../storage/statements/row-statements.ts';

/** Values of a webhook. */
export interface WebhookInput {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Names of events, such as `entry.create`. */
  readonly events: readonly string[];
  readonly isEnabled: boolean;
}

/** Values of a webhook to store. */
interface WebhookValues extends Omit<WebhookInput, 'isEnabled'> {
  readonly isEnabled?: boolean | undefined;
}

/** A stored webhook. */
export interface Webhook extends WebhookInput {
  readonly id: number;
}

interface WebhookDependencies {
  readonly database: Database;
  readonly tables: { readonly statements: RowStatements; readonly dialect: Dialect };
}

const TABLE = 'strapi_webhooks';
const COLUMNS = ['name', 'url', 'headers', 'events', 'enabled'] as const;
const TYPES = ['string', 'text', 'json', 'json', 'boolean'] as const;

/** Reads, creates, updates and deletes webhooks. */
export class Webhooks {
  readonly #dependencies: WebhookDependencies;

  constructor(dependencies: WebhookDependencies) {
    this.#dependencies = dependencies;
  }

  /** All webhooks by id. */
  list(): Promise<readonly Webhook[]> {
    return this.#dependencies.database.read(readWebhooks(this.#dependencies.tables, null));
  }

  /** @throws NotFoundError */
  find(id: number): Promise<Webhook> {
    return this.#dependencies.database.read(existing(this.#dependencies.tables, id));
  }

  /** Creates a webhook, which is enabled by default. */
  create({ isEnabled = true, ...sent }: WebhookValues): Promise<Webhook> {
    const { database, tables } = this.#dependencies;
    return database.transact(
      (function* (): WriteSteps<Webhook> {
        const values = valuesOf(tables.dialect, { ...sent, isEnabled });
        const [id = 0] = yield* tables.statements.insert(TABLE, COLUMNS, [values]);
        return yield* existing(tables, id);
      })(),
    );
  }

  /** Replaces the values of a webhook; one without `isEnabled` stays as it is. @throws NotFoundError */
  update(id: number, { isEnabled, ...sent }: WebhookValues): Promise<Webhook> {
    const { database, tables } = this.#dependencies;
    return database.transact(
      (function* (): WriteSteps<Webhook> {
        const stored = yield* existing(tables, id);
        const values = valuesOf(tables.dialect, {
          ...sent,
          isEnabled: isEnabled ?? stored.isEnabled,
        });
        yield* tables.statements.update(TABLE, COLUMNS, [[id, ...values]]);
        return yield* existing(tables, id);
      })(),
    );
  }

  /** @returns the deleted webhook @throws NotFoundError */
  remove(id: number): Promise<Webhook> {
    const { database, tables } = this.#dependencies;
    return database.transact(
      (function* (): WriteSteps<Webhook> {
        const webhook = yield* existing(tables, id);
        yield* tables.statements.delete(TABLE, [{ column: 'id', is: id }]);
        return webhook;
      })(),
    );
  }

  /** Deletes several at once; ids that no webhook has are skipped. */
  async removeAll(ids: readonly number[]): Promise<void> {
    const { database, tables } = this.#dependencies;
    await database.transact(tables.statements.delete(TABLE, [{ column: 'id', in: ids }]));
  }
}

/** Returns the names of the enabled webhooks, by id. */
export function* enabledWebhooks(): ReadSteps<readonly string[]> {
  const [rows = []] = yield [
    { sql: 'select name from strapi_webhooks where enabled order by id', values: [] },
  ];
  return rows.map(([name]) => String(name));
}

function* existing(tables: WebhookDependencies['tables'], id: number): ReadSteps<Webhook> {
  const [webhook] = yield* readWebhooks(tables, id);
  if (!webhook) throw new AppError('NotFoundError', 'webhook.notFound');
  return webhook;
}

/** @param id Null for all of them */
function* readWebhooks(
  { statements }: WebhookDependencies['tables'],
  id: number | null,
): ReadSteps<readonly Webhook[]> {
  const rows = yield* statements.select(TABLE, {
    columns: ['id', ...COLUMNS.map((column, i) => ({ column, as: TYPES[i] ?? 'string' }))],
    where: id === null ? [] : [{ column: 'id', is: id }],
    order: ['id'],
  });
  return rows.map(toWebhook);
}

/** Another program may have written the row. */
function toWebhook([id, name, url, headers, events, enabled]: Row): Webhook {
  const [named, listed] = [parseStoredJson(headers), parseStoredJson(events)];
  return {
    id: Number(id),
    name: String(name ?? ''),
    url: String(url ?? ''),
    headers: isJsonObject(named)
      ? Object.fromEntries(Object.entries(named).map(([key, value]) => [key, String(value)]))
      : {},
    events: Array.isArray(listed) ? listed.map(String) : [],
    isEnabled: enabled === true || enabled === 1,
  };
}

function valuesOf(
  dialect: Dialect,
  { name, url, headers, events, isEnabled }: WebhookInput,
): readonly SqlValue[] {
  return [
    name,
    url,
    dialect.store('json', headers),
    dialect.store('json', events),
    dialect.store('boolean', isEnabled),
  ];
}

/** A webhook as JSON; its id is a string. */
export function showWebhook({ id, ...values }: Webhook): object {
  return { id: String(id), ...values };
}

/** Events that a webhook can subscribe to. */
export const EVENTS: ReadonlySet<string> = new Set([
  'entry.create',
  'entry.update',
  'entry.delete',
  'entry.publish',
  'entry.unpublish',
  'entry.draft-discard',
  'media.create',
  'media.update',
  'media.delete',
]);
