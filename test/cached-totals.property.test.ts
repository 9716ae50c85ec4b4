// Random writes of this and other programs: the cached total of a list always equals the number of its rows, and is
// counted again only after writes of others.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine, type Engine } from '../src/app/engine.ts';
import { AppError } from '../src/base/errors.ts';
import { fullAccess } from '../src/query/access.ts';
import type { ContentType } from '../src/schema/types.ts';
import type { TestApp } from './support/app.ts';
import { changeDatabase, readRows, readValue } from './support/app-database.ts';
import { openAttachedApp } from './support/attached-app.ts';
import { CountingDatabase } from './support/counting-database.ts';
import { eventually } from './support/eventually.ts';
import { propertySeed } from './support/property-seed.ts';
import { onClient, sqlMoment } from './support/test-database.ts';

/** TOTALS_STEPS plays more. */
const STEPS = Number(process.env['TOTALS_STEPS'] ?? onClient({ sqlite: 150, postgres: 80 }));

/** With drafts and locales, with one of them, and with neither. */
const UIDS = ['article', 'category', 'tag', 'author'].map((name) => `api::${name}.${name}`);

interface Step {
  readonly what: 'create' | 'update' | 'delete' | 'move' | 'together' | 'others';
  readonly uid: string;
  /** Which document, and which of several ways. */
  readonly pick: number;
  readonly status: 'draft' | 'published';
  readonly locale: 'en' | 'fr';
}

const randomStep: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(
    ...(['create', 'create', 'update', 'update', 'delete', 'move', 'move', 'together'] as const),
    'others',
  ),
  uid: fc.constantFrom(...UIDS),
  pick: fc.nat(),
  status: fc.constantFrom('draft', 'published'),
  locale: fc.constantFrom('en', 'fr'),
});

let app: TestApp;
let database: CountingDatabase;
let engine: Engine;
let made = 0;

beforeAll(async () => {
  app = await openAttachedApp({
    database: 'fixtures/kitchen-seeded.db',
    script: `insert into i18n_locale (document_id, code, name) values ('french', 'fr', 'French')`,
  });
  database = new CountingDatabase(app.store.database);
  engine = await createEngine(app.project, { ...app.store, database });
  await eventually(() => database.version() === database.version());
});
afterAll(() => app.close());

test('totals of lists match their rows', { timeout: 120_000 }, async () => {
  const counts = { rejected: 0, others: 0 };
  /** Requested filters, by type. */
  const known = new Map<string, Set<string>>();
  for (const [i, step] of fc.sample(randomStep, STEPS).entries()) {
    const context = { seed: propertySeed, i, ...step };
    if (step.what === 'others') {
      await others(step);
      // PostgreSQL reports which tables they wrote to.
      const forgotten = onClient({ sqlite: UIDS, postgres: [step.uid] });
      for (const uid of forgotten) known.delete(uid);
      counts.others += 1;
    } else if (!(await play(step))) counts.rejected += 1;
    const type = app.store.registry.contentType(step.uid);
    const seen = known.get(type.uid) ?? new Set();
    known.set(type.uid, seen);
    for (const params of listsOf(type)) {
      await engine.locale.follow();
      database.count = 0;
      const number = await engine.documents(type.uid).count(params);
      const statements = database.count;
      expect({ ...context, params, number, statements }).toEqual({
        ...context,
        params,
        number: Number(await readValue(app, countOf(type, params))),
        // The rows of the page, and their number.
        statements: seen.has(JSON.stringify(params)) ? 1 : 2,
      });
      seen.add(JSON.stringify(params));
    }
  }
  // It must have been about something.
  expect(counts.rejected).toBeLessThan(STEPS / 3);
  expect(counts.others).toBeGreaterThan(0);
});

/** The query for the list of a type. */
interface Params {
  readonly status?: 'draft' | 'published';
  readonly locale?: string;
}

function listsOf({ draftAndPublish, localized }: ContentType): readonly Params[] {
  const locales = localized ? [{ locale: 'en' }, { locale: 'fr' }, { locale: '*' }] : [{}];
  const versions = draftAndPublish ? (['draft', 'published'] as const) : [];
  if (versions.length === 0) return locales;
  return versions.flatMap((status) => locales.map((locale) => ({ status, ...locale })));
}

function countOf({ uid }: ContentType, { status, locale }: Params): string {
  const version = status === 'draft' ? 'is null' : 'is not null';
  const conditions = [
    ...(status === undefined ? [] : [`published_at ${version}`]),
    ...(locale === undefined || locale === '*' ? [] : [`locale = '${locale}'`]),
  ];
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return `select count(*) from "${app.store.layout.table(uid)}"${where}`;
}

/** @returns false if it was rejected */
async function play(step: Step): Promise<boolean> {
  try {
    await write(step);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}

async function write(step: Step): Promise<unknown> {
  const { what, uid, pick, status, locale } = step;
  const documents = engine.documents(uid);
  const type = app.store.registry.contentType(uid);
  const version = {
    ...(type.draftAndPublish ? { status } : {}),
    ...(type.localized ? { locale } : {}),
  };
  const locales = type.localized ? { locale: pick % 3 === 0 ? '*' : locale } : {};
  const documentId = await documentOf(step);
  switch (what) {
    case 'create':
      return documents.create({ data: newData(type), ...version });
    case 'update':
      return documents.update({ documentId, data: newData(type), ...version });
    case 'delete':
      return documents.delete({ documentId, ...locales });
    case 'move': {
      const moves = ['publish', 'unpublish', 'discardDraft'] as const;
      const move = type.draftAndPublish ? moves[pick % moves.length] : undefined;
      return move && documents[move]({ documentId, ...locales });
    }
    default:
      return Promise.all([
        documents.create({ data: newData(type), ...version }),
        expect(rejectedAtTheEnd(type)).rejects.toThrow('too late'),
        documents.update({ documentId, data: newData(type), ...version }),
      ]);
  }
}

/** A document of the type; a missing one if there is none. */
async function documentOf({ uid, pick }: Step): Promise<string> {
  const table = app.store.layout.table(uid);
  // Document ids are random, so their order must not depend on them.
  const rows = await readRows(
    app,
    `select document_id from "${table}" group by document_id order by min(id)`,
  );
  return String(rows[pick % rows.length]?.[0] ?? 'none');
}

function newData({ attributes }: ContentType): Record<string, string> {
  made += 1;
  const texts = ['name', 'title', 'slug'].filter((name) => attributes.has(name));
  return Object.fromEntries(texts.map((name) => [name, `n${made}`]));
}

/** A document whose rows are there when its writing fails. */
function rejectedAtTheEnd(type: ContentType): Promise<string> {
  const one = { by: 'row' } as const;
  const request = { type, one, paging: 'none', query: '', access: fullAccess } as const;
  return engine.writer.create({
    type,
    data: newData(type),
    response: engine.reader.textResponse(engine.reader.prepareQuery(request), 'v5'),
    afterWrite: () => {
      throw new Error('too late');
    },
  });
}

/** What another program may do. */
async function others({ uid, pick, status, locale }: Step): Promise<void> {
  const table = `"${app.store.layout.table(uid)}"`;
  const last = `where id = (select max(id) from ${table})`;
  const moment = status === 'draft' ? 'null' : sqlMoment(1_700_000_000_000);
  made += 1;
  const insert = `insert into ${table} (document_id, locale, published_at) values ('d${made}', '${locale}', ${moment})`;
  const changes = [
    `update ${table} set published_at = ${moment} ${last}`,
    `update ${table} set locale = null ${last}`,
    `delete from ${table} where id = (select min(id) from ${table})`,
  ];
  // What another program did is known at once on SQLite, and soon on PostgreSQL.
  const before = database.version();
  await changeDatabase(app, `${insert}; ${changes[pick % changes.length]}`);
  await eventually(() => database.version() !== before);
}
