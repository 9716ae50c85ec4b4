// A server that is killed during changes of its content model: after a restart, files and database have the same model,
// the old or the new one, and no value is lost.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { JsonClient } from '../support/json-client.ts';
import { changedNote, newNote } from '../support/note-elements.ts';
import { makePostgresDatabase } from '../support/postgres-database.ts';
import { makeProject } from '../support/project-folder.ts';
import { startQuoin, type RunningServer } from '../support/program.ts';

/** For a full run set MODEL_KILLS=200 and MODEL_KILLS_POSTGRES=50. */
const KILLS = Number(process.env['MODEL_KILLS'] ?? 4);
const KILLS_POSTGRES = Number(process.env['MODEL_KILLS_POSTGRES'] ?? 2);

/** Documents of the changed type. */
const ROWS = 100;

const SCHEMA = 'src/api/note/content-types/note/schema.json';
const MANAGER = '/content-manager/collection-types/api::note.note';

type Properties = Readonly<Record<string, unknown>>;
type Model = Readonly<Record<string, Properties>>;

/** The models between which the server changes: a rename, a conversion, an addition and removals in each change. */
const MODELS: readonly [Model, Model] = [
  { a: { type: 'string' }, size: { type: 'integer' }, old: { type: 'string' } },
  {
    b: { type: 'string' },
    size: { type: 'string' },
    links: { type: 'relation', relation: 'manyToMany', target: 'api::note.note' },
  },
];
const RENAMED: readonly [Model, Model] = [
  { ...MODELS[0], a: { type: 'string', renamedFrom: 'b' } },
  { ...MODELS[1], b: { type: 'string', renamedFrom: 'a' } },
];

test(`survives ${KILLS} kills on SQLite`, { timeout: 3_600_000 }, async () => {
  await killOften(makeProject({ 'config/quoin.json': { schema: { live: true } } }), KILLS);
});

test(`survives ${KILLS_POSTGRES} kills on PostgreSQL`, { timeout: 3_600_000 }, async () => {
  const database = await makePostgresDatabase();
  onTestFinished(() => database.drop());
  const folder = makeProject({ 'config/quoin.json': { schema: { live: true } } });
  const { user, password, host, port, database: name } = database.config;
  const connectionString = `postgres://${user}:${password}@${host}:${port}/${name}`;
  const config = { connection: { client: 'postgres', connection: { connectionString } } };
  writeFileSync(path.join(folder, 'config', 'database.json'), JSON.stringify(config));
  await killOften(folder, KILLS_POSTGRES);
});

async function killOften(folder: string, kills: number): Promise<void> {
  let server = await startQuoin(folder);
  const ada = { email: 'ada@example.com', firstname: 'Ada', password: 'Passw0rd!' };
  const anyone = new JsonClient(server, null);
  const { body } = await anyone.send('POST', '/admin/register-admin', ada);
  const { token } = (body as { data: { token: string } }).data;
  expect((await update(server, token, newNote(MODELS[0]))).status).toBe(200);
  const admin = new JsonClient(server, token);
  for (let i = 0; i < ROWS; i++) {
    const { status } = await admin.send('POST', MANAGER, { a: `text ${i}`, size: i, old: `${i}` });
    expect(status).toBe(201);
  }
  const began = performance.now();
  expect((await update(server, token, changedNote(RENAMED[1]))).status).toBe(200);
  const duration = performance.now() - began;
  const outcomes = { before: 0, after: 0 };
  let current: 0 | 1 = 1;
  for (let kill = 0; kill < kills; kill++) {
    const next = current === 0 ? 1 : 0;
    const response = update(server, token, changedNote(RENAMED[next])).catch(() => null);
    // Kills are spread evenly over the change.
    await setTimeout((duration * (kill + Math.random())) / kills);
    server.signal('SIGKILL');
    await server.ended();
    const isAcknowledged = (await response)?.status === 200;
    server = await startQuoin(folder);
    const found = servedModel(folder);
    expect([current, next]).toContain(found);
    if (isAcknowledged) expect(found).toBe(next);
    await assertWhole(folder, server, { token, model: found });
    outcomes[found === next ? 'after' : 'before'] += 1;
    current = found;
  }
  const { before, after } = outcomes;
  process.stdout.write(`${kills} kills: ${before} before the change, ${after} after it\n`);
}

function update(server: RunningServer, token: string, element: unknown) {
  return new JsonClient(server, token).send('POST', '/content-type-builder/update-schema', {
    data: { contentTypes: [element] },
  });
}

function servedModel(folder: string): 0 | 1 {
  const json = JSON.parse(readFileSync(path.join(folder, SCHEMA), 'utf8')) as {
    attributes: object;
  };
  const names = Object.keys(json.attributes);
  const index = MODELS.findIndex((model) => Object.keys(model).join() === names.join());
  expect(index).toBeGreaterThanOrEqual(0);
  return index === 0 ? 0 : 1;
}

/** Files and database agree, and all values are there. */
async function assertWhole(
  folder: string,
  server: RunningServer,
  { token, model }: { readonly token: string; readonly model: 0 | 1 },
): Promise<void> {
  expect(existsSync(path.join(folder, '.quoin'))).toBe(false);
  const files = readdirSync(path.join(folder, 'src'), { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.endsWith('.quoin'))).toEqual([]);
  const admin = new JsonClient(server, token);
  const { status, body } = await admin.send('GET', `${MANAGER}?pageSize=${ROWS}&sort=createdAt`);
  expect(status).toBe(200);
  const { results } = body as { readonly results: readonly Properties[] };
  const text = model === 0 ? 'a' : 'b';
  const wanted = Array.from({ length: ROWS }, (_, i): Properties => ({
    [text]: `text ${i}`,
    size: model === 0 ? i : String(i),
    ...(model === 0 ? { old: String(i) } : {}),
  }));
  const byText = new Map(results.map((row) => [row[text], row]));
  expect(byText.size).toBe(ROWS);
  for (const row of wanted) expect(byText.get(row[text])).toMatchObject(row);
}
