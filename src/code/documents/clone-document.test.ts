// Clones of documents: their locales, and how submitted values are merged with those of the source.
import { expect, test } from 'vitest';
import { CLIENT, JOB, LETTER, shareWorkshop } from '../../../test/support/workshop.ts';

const workshop = await shareWorkshop();

test('clones the default locale unless others are specified', async () => {
  const letters = workshop.documents(LETTER);
  await workshop.project.script(
    `insert into i18n_locale (document_id, code, name) values ('fr1', 'fr', 'French')`,
  );
  const { documentId } = await letters.create({ data: { subject: 'Hello' } });
  await letters.update({ documentId, locale: 'fr', data: { subject: 'Bonjour' } });
  for (const [locale, subjects] of [
    [undefined, ['Hello']],
    ['fr', ['Bonjour']],
    [
      ['en', 'fr'],
      ['Hello', 'Bonjour'],
    ],
    ['*', ['Hello', 'Bonjour']],
    ['de', []],
  ] as const) {
    const { entries } = await letters.clone({ documentId, locale });
    expect(entries.map((entry) => entry['subject'])).toEqual(subjects);
  }
});

test('merges the submitted values with those of the source at all levels', async () => {
  const jobs = workshop.documents(JOB);
  const client = await workshop.documents(CLIENT).create({ data: { name: 'Client' } });
  const { documentId } = await jobs.create({
    data: {
      title: 'Source',
      marks: { a: 1, list: [1, 2, 3] },
      parts: [
        { name: 'p', count: 5 },
        { name: 'q', count: 6 },
      ],
      zone: [{ __component: 'work.kit', label: 'k', parts: [{ name: 'r', count: 7 }] }],
      client: client.documentId,
      helpers: [client.documentId],
    },
  });
  const all = { title: 'Source', marks: { a: 1, list: [1, 2, 3] } };
  const helpers = [{ name: 'Client' }];
  for (const [data, cloned] of [
    [{ title: undefined, nothing: 1 }, all],
    [{ title: null }, { title: null }],
    [{ marks: { b: 2 } }, { marks: { a: 1, list: [1, 2, 3], b: 2 } }],
    [{ marks: { list: [9] } }, { marks: { a: 1, list: [9, 2, 3] } }],
    [{ marks: null }, { marks: null }],
    [{ marks: [7] }, { marks: [7] }],
    [
      { parts: [{ name: 'x' }] },
      {
        parts: [
          { name: 'x', count: 5 },
          { name: 'q', count: 6 },
        ],
      },
    ],
    [{ parts: [] }, { parts: [{ name: 'p' }, { name: 'q' }] }],
    [
      { parts: [{}, {}, { name: 'z' }] },
      { parts: [{ name: 'p' }, { name: 'q' }, { name: 'z', count: 1 }] },
    ],
    [
      { zone: [{ parts: [{ count: 8 }] }] },
      { zone: [{ label: 'k', parts: [{ name: 'r', count: 8 }] }] },
    ],
    [{ client: null }, { client: null, helpers }],
    [{ client: { set: [] } }, { client: null, helpers }],
    [{ helpers: [] }, { client: { name: 'Client' }, helpers }],
    [{ helpers: { connect: [] } }, { helpers }],
    [{ helpers: { set: [] } }, { helpers: [] }],
    [{ helpers: { connect: [client.documentId] } }, { helpers }],
  ] as const) {
    const populate = {
      parts: true,
      client: true,
      helpers: true,
      zone: { on: { 'work.kit': { populate: '*' } } },
    };
    const { entries } = await jobs.clone({ documentId, data, populate });
    expect(entries, JSON.stringify(data)).toMatchObject([cloned]);
  }
});

test('copies passwords, but not links that only one document can have', async () => {
  const clients = workshop.documents(CLIENT);
  const { documentId } = await clients.create({ data: { name: 'Owner', pin: '1234' } });
  await workshop.documents(JOB).create({ data: { title: 'Job', client: documentId } });
  const { entries } = await clients.clone({ documentId, populate: ['jobs'] });
  expect(entries).toMatchObject([{ name: 'Owner', pin: expect.stringMatching(/^\$2/), jobs: [] }]);
  const source = await clients.findOne({ documentId, populate: ['jobs'] });
  expect(source).toMatchObject({ jobs: [{ title: 'Job' }] });
});
