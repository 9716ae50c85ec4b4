// Other members of `strapi.db`: metadata, lifecycles that are switched off, relations, and knex.
import type { Knex } from 'knex';
import { expect, test } from 'vitest';
import { CLIENT, CRATE, JOB, shareWorkshop } from '../../../test/support/workshop.ts';
import type { LifecycleEvent } from '../lifecycles/lifecycles.ts';
import type { Fields, Row } from '../strapi/code-values.ts';

const workshop = await shareWorkshop();

function rowsOf(row: Row | null, name: string): readonly Row[] {
  return (row?.[name] ?? []) as readonly Row[];
}

test('metadata is a map of all models, including the storage of their attributes', () => {
  const { metadata } = workshop.db;
  expect(metadata).toBeInstanceOf(Map);
  expect([...metadata.keys()]).toEqual(
    expect.arrayContaining([JOB, 'work.part', 'admin::user', 'strapi::core-store']),
  );
  expect(metadata.has('api::nobody.nobody')).toBe(false);
  expect(() => metadata.get('api::nobody.nobody')).toThrow(
    'Metadata for "api::nobody.nobody" not found',
  );
  const job = metadata.get(JOB);
  expect(job).toMatchObject({
    uid: JOB,
    singularName: 'job',
    tableName: 'jobs',
    lifecycles: {},
    foreignKeys: expect.arrayContaining([
      {
        name: 'jobs_created_by_id_fk',
        columns: ['created_by_id'],
        referencedTable: 'admin_users',
        referencedColumns: ['id'],
        onDelete: 'SET NULL',
      },
    ]),
    columnToAttribute: { document_id: 'documentId', published_at: 'publishedAt', client: 'client' },
    attributes: {
      id: { type: 'increments', columnName: 'id' },
      documentId: { type: 'string', columnName: 'document_id' },
      due: { type: 'datetime', columnName: 'due' },
      client: {
        type: 'relation',
        relation: 'manyToOne',
        target: CLIENT,
        inversedBy: 'jobs',
        joinTable: {
          name: 'jobs_client_lnk',
          joinColumn: { name: 'job_id', referencedColumn: 'id', referencedTable: 'jobs' },
          inverseJoinColumn: { name: 'client_id', referencedColumn: 'id' },
          pivotColumns: ['job_id', 'client_id'],
          inverseOrderColumnName: 'job_ord',
        },
      },
      parts: {
        type: 'relation',
        relation: 'oneToMany',
        target: 'work.part',
        joinTable: { name: 'jobs_cmps', on: { field: 'parts' }, orderBy: { order: 'asc' } },
      },
      zone: { type: 'relation', relation: 'morphToMany' },
      createdBy: { joinColumn: { name: 'created_by_id', referencedTable: 'admin_users' } },
      localizations: { joinColumn: { name: 'document_id', referencedTable: 'jobs' } },
    },
  });
  expect(metadata.get('plugin::upload.file')?.['attributes']).toMatchObject({
    related: {
      relation: 'morphToMany',
      joinTable: {
        name: 'files_related_mph',
        morphColumn: { typeColumn: { name: 'related_type' }, idColumn: { name: 'related_id' } },
      },
    },
  });
  expect(Reflect.get(metadata, 'identifiers')).toMatchObject({
    getTableName: expect.any(Function),
  });
});

test('hooks can be switched off, called and removed', async () => {
  const { lifecycles, metadata } = workshop.db;
  const seen: unknown[] = [];
  lifecycles.subscribe({
    models: [CRATE],
    beforeCreate: ({ params, model }: LifecycleEvent) => {
      seen.push([(params['data'] as Fields)['name'], model === metadata.get(CRATE)]);
    },
  });
  const create = (name: string) => workshop.documents(CRATE).create({ data: { name } });
  await create('on');
  lifecycles.disable();
  await create('off');
  await workshop.query(CRATE).create({ data: { name: 'off' } });
  lifecycles.enable();
  await create('on again');
  const called = { params: { data: { name: 'called' } } };
  expect(await lifecycles.run('beforeCreate', CRATE, called)).toBeInstanceOf(Map);
  expect(lifecycles.createEvent('beforeCreate', CRATE, called, { a: 1 })).toMatchObject({
    action: 'beforeCreate',
    model: { uid: CRATE },
    state: { a: 1 },
    ...called,
  });
  lifecycles.clear();
  await create('cleared');
  expect(seen).toEqual(['on', 'on again', 'called'].map((name) => [name, true]));
});

test('links of a row are added, changed and removed by row ids', async () => {
  const jobs = workshop.query(JOB);
  const clients = workshop.query(CLIENT);
  const client = await clients.create({ data: { name: 'c1' } });
  const other = await clients.create({ data: { name: 'c2' } });
  const [a, b] = [
    await jobs.create({ data: { title: 'a' } }),
    await jobs.create({ data: { title: 'b' } }),
  ];
  const titles = async () => {
    const row = await clients.findOne({ where: { id: client.id }, populate: ['jobs'] });
    return rowsOf(row, 'jobs').map(({ title }) => title);
  };
  await jobs.attachRelations(a.id, { client: client.id, title: 'ignored' });
  expect(await titles()).toEqual(['a']);
  await clients.attachRelations(client.id, { jobs: [b.id] });
  expect(await titles()).toEqual(['a', 'b']);
  await jobs.updateRelations(a.id, { client: { set: [{ id: other.id }] } });
  expect(await titles()).toEqual(['b']);
  await clients.updateRelations(client.id, { jobs: { connect: [{ id: a.id }] } });
  expect(await titles()).toEqual(['b', 'a']);
  await clients.updateRelations(client.id, { jobs: null });
  expect(await titles()).toEqual([]);

  const part = await workshop.query('work.part').create({ data: { name: 'p1' } });
  const second = await workshop.query('work.part').create({ data: { name: 'p2' } });
  const parts = async () => {
    const row = await jobs.findOne({ where: { id: a.id }, populate: ['parts', 'client'] });
    return [rowsOf(row, 'parts').map(({ name }) => name), row?.['client'] !== null];
  };
  await jobs.attachRelations(a.id, { parts: [{ id: part.id }], client: { id: client.id } });
  expect(await parts()).toEqual([['p1'], true]);
  await jobs.updateRelations(a.id, { parts: [{ id: second.id }] });
  expect(await parts()).toEqual([['p2'], true]);
  await jobs.deleteRelations(a.id);
  expect(await parts()).toEqual([[], false]);
  expect(await workshop.query('work.part').count({ where: { id: [part.id, second.id] } })).toBe(2);
});

test('the schema builder of knex finds tables and columns', async () => {
  const knex = workshop.db.connection as Knex;
  expect(await knex.schema.hasTable('jobs')).toBe(true);
  expect(await knex.schema.hasTable('nothing')).toBe(false);
  expect(await knex.schema.hasColumn('jobs', 'title')).toBe(true);
});
