// Manages the locales of a project: adds, changes and removes them, each in one transaction
// (docs/strapi/administration.md, "Locales").
import { AppError } from '../../base/errors.ts';
import { createDocumentId } from '../../base/document-id.ts';
import { toTime } from '../../base/iso-time.ts';
import { LOCALE } from '../../schema/built-in/uids.ts';
import {
  DEFAULT_LOCALE,
  readDefaultLocale,
  storeCoreValue,
} from '../../storage/settings/core-store.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadSteps, SqlValue, WriteSteps } from '../../storage/session.ts';
import type { DefaultLocale } from '../../storage/settings/default-locale.ts';
import {
  PROGRAM,
  type Caller,
  type ContentEvent,
  type ContentEventFeed,
} from '../content-events.ts';
import { removeLocale } from './remove-locale.ts';
import type { WriteContext } from '../write-context.ts';

/** A locale. Times are milliseconds since the epoch. */
export interface StoredLocale {
  readonly id: number;
  readonly documentId: string | null;
  readonly name: string | null;
  readonly code: string;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly publishedAt: number | null;
}

/** A locale to be added. */
export interface NewLocale {
  readonly code: string;
  readonly name: string | null;
  readonly isDefault: boolean;
}

/** Changes of a locale. Absent properties do not change. */
export interface LocaleChange {
  readonly name?: string | null;
  readonly isDefault?: boolean;
}

export interface LocaleDependencies {
  readonly context: WriteContext;
  readonly database: Database;
  /** The default locale of the running server. */
  readonly locale: DefaultLocale;
  readonly feed: ContentEventFeed;
  /** Runs after a locale was added or removed. */
  readonly onChange: () => Promise<void>;
}

/** Manages locales. */
export class Locales {
  readonly #dependencies: LocaleDependencies;

  constructor(parts: LocaleDependencies) {
    this.#dependencies = parts;
  }

  /** True for the default locale, as of the last call that read or changed locales. */
  isDefault({ code }: StoredLocale): boolean {
    return code === this.#dependencies.locale.code;
  }

  /** Lists all locales, ordered by id. */
  async list(): Promise<readonly StoredLocale[]> {
    const { context, database, locale } = this.#dependencies;
    await locale.follow();
    return database.read(readLocales(context));
  }

  /** Adds a locale. @param admin Row id of the administrator, or null @throws ApplicationError */
  async add(added: NewLocale, admin: number | null): Promise<StoredLocale> {
    const { context, database, locale, onChange } = this.#dependencies;
    const stored = await database.transact(
      (function* (): WriteSteps<StoredLocale> {
        const locales = yield* readLocales(context);
        if (locales.some(({ code }) => code === added.code)) {
          throw new AppError('ApplicationError', 'This locale already exists');
        }
        const id = yield* insertLocale(context, added, admin);
        if (added.isDefault) yield* storeCoreValue(context, DEFAULT_LOCALE, added.code);
        return yield* existing(context, id);
      })(),
    );
    await locale.follow();
    await onChange();
    return stored;
  }

  /** Changes a locale. @throws NotFoundError */
  async change(id: number, change: LocaleChange, admin: number | null): Promise<StoredLocale> {
    const { context, database, locale } = this.#dependencies;
    const { name, isDefault = false } = change;
    const changed = await database.transact(
      (function* (): WriteSteps<StoredLocale> {
        const { code } = yield* existing(context, id);
        const values = name === undefined ? {} : { name };
        yield* updateLocale(context, { id, values, admin });
        if (isDefault) yield* storeCoreValue(context, DEFAULT_LOCALE, code);
        return yield* existing(context, id);
      })(),
    );
    await locale.follow();
    return changed;
  }

  /**
   * Removes a locale and every entry in it. @param admin Row id of the administrator, or null
   * @returns the locale and the number of removed rows @throws NotFoundError, ApplicationError
   */
  async remove(
    id: number,
    admin: number | null,
  ): Promise<{ readonly removed: StoredLocale; readonly entries: number }> {
    const { context, database, locale, feed, onChange } = this.#dependencies;
    const { code } = locale;
    const by: Caller = admin === null ? PROGRAM : { kind: 'admin', id: admin };
    const events: ContentEvent[] = [];
    const removal = await database.transact(
      (function* () {
        const removed = yield* existing(context, id);
        // Another one may have become the default in a transaction just before this one.
        if (removed.code === (yield* readDefaultLocale(code))) {
          throw new AppError('ApplicationError', 'Cannot delete the default locale');
        }
        const entries = yield* removeLocale({ context, by, events }, removed.code);
        const { layout, statements } = context;
        yield* statements.delete(layout.table(LOCALE), [{ column: 'id', is: id }]);
        return { removed, entries };
      })(),
    );
    await feed.deliver(events);
    await onChange();
    return removal;
  }
}

function* existing(context: WriteContext, id: number): WriteSteps<StoredLocale> {
  const found = (yield* readLocales(context)).find((locale) => locale.id === id);
  if (!found) throw new AppError('NotFoundError', 'locale.notFound');
  return found;
}

/** All locales by id. */
export function* readLocales({
  layout,
  statements,
}: WriteContext): ReadSteps<readonly StoredLocale[]> {
  const rows = yield* statements.select(layout.table(LOCALE), {
    columns: ['id', ...COLUMNS.map(([name, as]) => ({ column: layout.column(LOCALE, name), as }))],
    where: [],
    order: ['id'],
  });
  const text = (value: unknown): string | null => (value === null ? null : String(value));
  return rows.map(([id, documentId = null, name = null, code, ...times]) => {
    const [createdAt = null, updatedAt = null, publishedAt = null] = times.map(toTime);
    return {
      id: Number(id),
      documentId: text(documentId),
      name: text(name),
      code: String(code),
      createdAt,
      updatedAt,
      publishedAt,
    };
  });
}

const COLUMNS = [
  ['documentId', 'string'],
  ['name', 'string'],
  ['code', 'string'],
  ['createdAt', 'datetime'],
  ['updatedAt', 'datetime'],
  ['publishedAt', 'datetime'],
] as const;

function* insertLocale(
  context: WriteContext,
  { code, name }: NewLocale,
  admin: number | null,
): WriteSteps<number> {
  const { layout, statements, dialect } = context;
  const now = dialect.store('datetime', Date.now());
  const values: Readonly<Record<string, SqlValue>> = {
    documentId: createDocumentId(),
    name,
    code,
    createdAt: now,
    updatedAt: now,
    publishedAt: now,
  };
  const columns = Object.keys(values).map((attribute) => layout.column(LOCALE, attribute));
  const creators = creatorColumns(context, ['createdBy', 'updatedBy']);
  const [id = 0] = yield* statements.insert(
    layout.table(LOCALE),
    [...columns, ...creators],
    [[...Object.values(values), ...creators.map(() => admin)]],
  );
  return id;
}

interface LocaleUpdate {
  readonly id: number;
  readonly values: Readonly<Record<string, SqlValue>>;
  readonly admin: number | null;
}

function* updateLocale(
  context: WriteContext,
  { id, values, admin }: LocaleUpdate,
): WriteSteps<void> {
  const { layout, statements, dialect } = context;
  const changed = { ...values, updatedAt: dialect.store('datetime', Date.now()) };
  const columns = Object.keys(changed).map((attribute) => layout.column(LOCALE, attribute));
  const creators = admin === null ? [] : creatorColumns(context, ['updatedBy']);
  yield* statements.update(
    layout.table(LOCALE),
    [...columns, ...creators],
    [[id, ...Object.values(changed), ...creators.map(() => admin)]],
  );
}

function creatorColumns({ layout }: WriteContext, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const link = layout.link(LOCALE, name);
    return link.kind === 'column' ? [link.column] : [];
  });
}
