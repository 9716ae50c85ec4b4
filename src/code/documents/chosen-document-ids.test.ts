// New documents whose id code chooses.
import { expect, test } from 'vitest';
import { CRATE, JOB, LETTER, shareWorkshop } from '../../../test/support/workshop.ts';

const workshop = await shareWorkshop();

test('a new document has the id from its data, which can be used once per locale', async () => {
  const crates = workshop.documents(CRATE);
  expect(await crates.create({ data: { documentId: 'mine', name: 'a' } })).toMatchObject({
    documentId: 'mine',
  });
  await expect(crates.create({ data: { documentId: 'mine', name: 'b' } })).rejects.toMatchObject({
    name: 'ApplicationError',
    message:
      'An entry with documentId "mine" already exists for UID "api::crate.crate". This combination must be unique.',
  });
  const jobs = workshop.documents(JOB);
  const data = { documentId: 'job', title: 'a' };
  await jobs.create({ data, status: 'published' });
  expect(await workshop.query(JOB).count({ where: { documentId: 'job' } })).toBe(2);
  await expect(jobs.create({ data })).rejects.toThrow('A draft entry with documentId "job"');
  const letters = workshop.documents(LETTER);
  const letter = { documentId: 'letter', subject: 'Hello' };
  await letters.create({ data: { ...letter, number: 1 } });
  await expect(letters.create({ data: letter })).rejects.toThrow('and locale "en"');
  await workshop.project.rows(`insert into i18n_locale (code, name) values ('fr', 'French')`);
  expect(await letters.create({ data: letter, locale: 'fr' })).toMatchObject({
    documentId: 'letter',
    locale: 'fr',
    number: 1,
  });
});

test('numbers are accepted; empty ids and those of updates and clones are ignored', async () => {
  const crates = workshop.documents(CRATE);
  expect(await crates.create({ data: { documentId: 5 } })).toMatchObject({ documentId: '5' });
  for (const documentId of ['', null, undefined]) {
    const { documentId: chosen } = await crates.create({ data: { documentId } });
    expect(chosen).toHaveLength(24);
  }
  const data = { documentId: 'other', name: 'changed' };
  expect(await crates.update({ documentId: '5', data })).toMatchObject({ documentId: '5' });
  expect((await crates.clone({ documentId: '5', data })).documentId).toHaveLength(24);
  for (const documentId of [{ a: 1 }, ['x'], true, 'x'.repeat(256), '\uD83D', 'a\0b']) {
    await expect(crates.create({ data: { documentId } })).rejects.toMatchObject({
      name: 'ValidationError',
    });
  }
});
