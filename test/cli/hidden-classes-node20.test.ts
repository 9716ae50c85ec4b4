// Requests on the content API create no hidden classes (docs/performance.md, "Where the speed comes from"). V8 creates one
// for each property that follows a spread, every time, and logs it as a transition of a detached map.
import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { JsonClient, type JsonResponse } from '../support/json-client.ts';
import { quoinProgram, runNode, runQuoin, startProgram } from '../support/program.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

const LOG = 'maps.log';
const FLAGS = ['--log-maps', `--logfile=${LOG}`, '--no-logfile-per-isolate'];

/** Requests of each kind. */
const REPEATS = 60;

const component = (attributes: object): object => ({
  collectionName: 'components_parts',
  info: { displayName: 'Part' },
  attributes,
});

const files = {
  'src/components/page/text.json': {
    ...component({ body: { type: 'text', required: true } }),
    collectionName: 'components_page_texts',
  },
  'src/components/page/card.json': {
    ...component({
      title: { type: 'string' },
      topic: { type: 'relation', relation: 'oneToOne', target: 'api::topic.topic' },
    }),
    collectionName: 'components_page_cards',
  },
  [schemaOf('topic')]: collectionType('topic'),
  [schemaOf('page')]: collectionType('page', {
    title: { type: 'string', required: true },
    views: { type: 'integer' },
    topics: { type: 'relation', relation: 'manyToMany', target: 'api::topic.topic' },
    cards: { type: 'component', component: 'page.card', repeatable: true },
    zone: { type: 'dynamiczone', components: ['page.text', 'page.card'] },
  }),
};

test('requests create no hidden classes', { timeout: 300_000 }, async () => {
  const project = makeProject(files);
  const token = ['token', 'create', '--name', 'classes', '--type', 'full-access'];
  const { stdout } = await runQuoin(project, ...token);
  const start = ['start', '--host', '127.0.0.1', '--port', '0', '--workers', '1'];
  const server = await startProgram(project, [process.execPath, ...FLAGS, quoinProgram, ...start]);
  // Constructing routes and the model creates some.
  const { size: position } = statSync(path.join(project, LOG));
  const client = new JsonClient(server, stdout.trim().split('\n').at(-1) ?? '');
  const create = (type: string, data: object): Promise<string> =>
    client.send('POST', `/api/${type}`, { data }).then(documentIdOf);
  const topics = await Promise.all(['A', 'B', 'C'].map((title) => create('topics', { title })));
  const page = {
    title: 'Page',
    topics,
    cards: [{ title: 'Card', topic: topics[0] }],
    zone: [
      { __component: 'page.text', body: 'Text' },
      { __component: 'page.card', title: 'Two' },
    ],
  };
  for (let i = 0; i < REPEATS; i++) {
    const id = await create('pages', page);
    const requests: readonly (readonly [string, string, object?])[] = [
      ['PUT', `/api/pages/${id}?status=draft`, { data: { views: i } }],
      ['PUT', `/api/pages/${id}`, { data: { views: i + 1, cards: page.cards } }],
      ['PUT', `/api/pages/${id}`, { data: { topics: move(topics[i % 3], topics[(i + 1) % 3]) } }],
      ['GET', '/api/pages?sort=title&pagination[pageSize]=10&filters[views][$gte]=1'],
      ['GET', `/api/pages/${id}?populate[zone][populate]=*&populate[topics]=true`],
      ['GET', '/api/pages?filters[topics][title][$contains]=B&populate=*'],
      ['DELETE', `/api/pages/${id}`],
    ];
    for (const [method, target, body] of requests) {
      const { status } = await client.send(method, target, body);
      expect([method, target, status < 300]).toEqual([method, target, true]);
    }
  }
  server.signal('SIGTERM');
  await server.ended();
  expect(await detachedTransitions(project, position)).toEqual([]);
});

test('the log shows the hidden classes created by a spread', async () => {
  const folder = makeProject({
    'spread.js': 'const make = (a) => ({ ...a, c: 1 }); for (let i = 0; i < 99; i++) make({ i });',
  });
  await runNode(folder, ...FLAGS, 'spread.js');
  expect(await detachedTransitions(folder, 0)).toEqual([expect.stringMatching(/^\d+: c /)]);
});

function move(documentId: string | undefined, before: string | undefined): object {
  return { connect: [{ documentId, position: { before } }] };
}

function documentIdOf({ body }: JsonResponse): string {
  return (body as { readonly data: { readonly documentId: string } }).data.documentId;
}

/** Lines of code that have added a property to a detached map for each request. @param start Position in the log */
async function detachedTransitions(folder: string, start: number): Promise<readonly string[]> {
  const counts = new Map<string, number>();
  const input = createReadStream(path.join(folder, LOG), { encoding: 'latin1', start });
  const lines = createInterface({ input });
  for await (const line of lines) {
    const [event, kind, , , , , row, , reason, name] = line.split(',');
    if (event !== 'map' || kind !== 'Transition' || reason !== 'prototype') continue;
    const place = `${row}: ${name}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const frequent = [...counts].filter(([, count]) => count >= REPEATS);
  return frequent.map(([place, count]) => `${place} (${count} times)`);
}
