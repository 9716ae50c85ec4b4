// The plan of a write: it lists the changes before the first of them, and is made by reads only.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localesProject } from '../../../test/support/locales-project.ts';
import { rejection } from '../../../test/support/rejection.ts';
import { VersionProject } from '../../../test/support/version-project.ts';
import type { JsonObject } from '../../base/json.ts';
import { commandOf } from '../../storage/session.ts';
import { checkEntry } from '../check/check-entry.ts';
import { PROGRAM } from '../content-events.ts';
import { findTargets } from '../links/targets.ts';
import { findDocumentRows } from '../rows/document-rows.ts';
import { isWrittenRow, sourceOf, type Version } from '../version.ts';
import { NO_HOOKS } from '../write-hooks.ts';
import type { WriteOperation } from '../write-operation.ts';
import { planWrite, type WritePlan } from './write-plan.ts';

let project: VersionProject;

beforeAll(async () => {
  project = await VersionProject.open(localesProject);
});

afterAll(() => project[Symbol.asyncDispose]());

interface PlannedWrite extends Partial<Pick<Version, 'locale' | 'status'>> {
  readonly documentId?: string;
  readonly data: JsonObject;
}

/** Plans a write of a story. On PostgreSQL, `read` runs it in a read-only transaction. */
async function planOf({
  documentId,
  data,
  locale = 'en',
  status = 'published',
}: PlannedWrite): Promise<WritePlan> {
  const { context } = project.engine;
  const { database } = project;
  const type = project.type('story');
  const version: Version = { type, locale, status };
  const rows =
    documentId === undefined
      ? []
      : await database.read(findDocumentRows(context, type, documentId));
  const row = rows.find((each) => isWrittenRow(version, each)) ?? null;
  const action = row ? 'update' : 'create';
  const checked = checkEntry(context.registry, { type, data }, { action, draft: true });
  const targets = await database.read(findTargets(context, sourceOf(version), checked.input));
  const operation: WriteOperation = {
    context,
    type,
    by: PROGRAM,
    creatorsOf: () => ({}),
    since: undefined,
    hooks: NO_HOOKS.rows,
    responseRead: null,
    times: new Map(),
    changes: new Map(),
    events: [],
  };
  database.noted.length = 0;
  const found = { checked, targets, data, row, rows };
  return await database.read(planWrite(operation, version, found));
}

/** The different commands of the last plan. */
const commands = (): readonly string[] => [
  ...new Set(project.database.noted.map(({ sql }) => commandOf(sql))),
];

/** The rows of a plan by level, and the components that it removes. */
function rowsOf({ entry }: WritePlan): object {
  return {
    rows: entry.groups.map((group) =>
      group.map(({ created, input: { uid } }) => `${created ? 'insert' : 'update'} ${uid}`),
    ),
    removed: [...entry.removed.values()].flat().map(({ type }) => type),
  };
}

const namesOf = (attributes: readonly { readonly name: string }[] | null | undefined) =>
  attributes?.map(({ name }) => name).toSorted() ?? null;

const SHARED = ['card', 'code', 'images', 'views', 'zone'];

const zone = [
  { __component: 'parts.card', text: 'first' },
  { __component: 'parts.deck', cards: [{ text: 'inside' }] },
];

/** A published story with the components of `zone`. */
const published = (): Promise<string> => project.published('story', { title: 'en', zone });

describe('a plan', () => {
  test('of a new document inserts all rows, and publishes the new draft', async () => {
    const topic = await project.published('topic', { title: 'topic' });
    const data = { title: 'a', code: 'new', topics: [topic], card: { text: 'card' }, zone };
    const plan = await planOf({ data });
    expect(commands()).toEqual([]);
    expect(rowsOf(plan)).toEqual({
      rows: [
        ['insert api::story.story'],
        ['insert parts.card', 'insert parts.card'],
        ['insert parts.deck'],
        ['insert parts.card'],
      ],
      removed: [],
    });
    const { links, id, values } = plan.entry.root;
    expect([...links.keys()]).toEqual(['topics']);
    expect({ id, documentId: values.get('documentId') }).toEqual({
      id: 0,
      documentId: plan.documentId,
    });
    expect(plan).toMatchObject({ rows: [], row: null, inherited: null, shared: null });
    expect(plan.publication).toEqual({ drafts: [], replaced: [] });
  });

  test('of a publication keeps, inserts and removes components, and replaces the published row', async () => {
    const documentId = await published();
    const draft = await project.read('story', documentId, 'status=draft&populate[zone]=true');
    const stored = draft?.['zone'] as readonly JsonObject[] | undefined;
    const kept = { ...stored?.[0], __component: 'parts.card', text: 'changed' };
    const added = { __component: 'parts.card', text: 'added' };
    const plan = await planOf({ documentId, data: { zone: [added, kept] } });
    expect(commands()).toEqual(['SELECT']);
    expect(rowsOf(plan)).toEqual({
      rows: [['update api::story.story'], ['insert parts.card', 'update parts.card']],
      removed: ['parts.deck'],
    });
    expect(plan.row?.id).toBe(draft?.id);
    expect(plan.publication).toEqual({
      drafts: plan.rows.filter(({ isDraft }) => isDraft),
      replaced: plan.rows.filter(({ isDraft }) => !isDraft),
    });
    expect(plan.entry.root.published).toEqual({
      row: plan.publication?.replaced[0]?.id,
      replaced: true,
    });
  });

  test('of a draft publishes nothing, and reads nothing if it sends no components or shared values', async () => {
    const documentId = await published();
    const plan = await planOf({ documentId, status: 'draft', data: { title: 'changed' } });
    expect(commands()).toEqual([]);
    expect(plan).toMatchObject({ publication: null, inherited: null, shared: null });
    expect(plan.entry.root.published).toMatchObject({ replaced: false });
  });

  test('of a new locale inherits the shared values that were not sent', async () => {
    const documentId = await published();
    const plan = await planOf({ documentId, locale: 'fr', data: { title: 'fr', views: 1 } });
    expect(commands()).toEqual([]);
    expect(plan).toMatchObject({ documentId, row: null });
    expect(plan.entry.isFirst).toBe(false);
    expect(namesOf(plan.inherited)).toEqual(SHARED.filter((name) => name !== 'views'));
    expect(namesOf(plan.shared?.sent)).toEqual(['views']);
    expect(plan.publication).toEqual({ drafts: [], replaced: [] });
  });

  test('shares all values when it publishes, and those that were sent in a draft', async () => {
    const documentId = await published();
    await project.update(['story', documentId], { title: 'fr' }, 'locale=fr');
    const data = { title: 'b', views: 2 };
    const publishing = await planOf({ documentId, data });
    expect(namesOf(publishing.shared?.attributes)).toEqual(SHARED);
    expect(commands()).toEqual(['SELECT']);
    const draft = await planOf({ documentId, status: 'draft', data });
    expect(namesOf(draft.shared?.attributes)).toEqual(['views']);
    expect(commands()).toEqual(['SELECT']);
  });

  test('is not made for invalid data', async () => {
    const unknown = await rejection(() => planOf({ data: { title: 'a', topics: [9_999] } }));
    expect(unknown.message).toContain('do not exist');
    const documentId = await published();
    const foreign = [{ __component: 'parts.card', id: 9_999, text: 'a' }];
    const unrelated = await rejection(() => planOf({ documentId, data: { zone: foreign } }));
    expect(unrelated.message).toContain('are not related to the entity');
  });
});
