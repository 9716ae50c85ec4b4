// Parameters of document calls that are checked but have no effect, and the locale of `findFirst`.
import { expect, test } from 'vitest';
import { LETTER, shareWorkshop } from '../../../test/support/workshop.ts';

const workshop = await shareWorkshop();

test('reject invalid pages, even where pages have no effect', async () => {
  const letters = workshop.documents(LETTER);
  const misplaced = 'The page parameters are incorrect and must be in the pagination object';
  for (const [params, message] of [
    [{ page: 1, start: 0 }, misplaced],
    [{ pageSize: 1, limit: '' }, misplaced],
    [{ page: 0 }, "Invalid 'page' parameter. Expected an integer > 0, received: 0"],
    [{ pageSize: 'x' }, "Invalid 'pageSize' parameter. Expected an integer > 0, received: x"],
    [{ start: -1 }, 'convertStartQueryParams expected a positive integer got -1'],
    [{ start: 'x' }, 'convertStartQueryParams expected a positive integer got NaN'],
    [{ limit: -2 }, 'convertLimitQueryParams expected a positive integer got -2'],
  ] as const) {
    for (const method of ['findMany', 'findFirst', 'findOne', 'count', 'delete'] as const) {
      await expect(letters[method](params), method).rejects.toThrow(message);
    }
    await expect(letters.update({ ...params, documentId: 'x', data: {} })).resolves.toBeNull();
    await expect(letters.publish?.({ ...params, documentId: 'x' })).resolves.toBeDefined();
  }
  for (const params of [{ page: null }, { limit: -1 }, { limit: '' }, { start: null }]) {
    expect(await letters.findMany(params)).toEqual([]);
    expect(await letters.findFirst(params)).toBeNull();
  }
});

test('findFirst and findOne read one locale', async () => {
  const letters = workshop.documents(LETTER);
  const { documentId } = await letters.create({ data: { subject: 'English' } });
  expect(await letters.findFirst({})).toMatchObject({ documentId });
  expect(await letters.findFirst({ locale: '*' })).toBeNull();
  expect(await letters.findOne({ documentId, locale: '*' })).toBeNull();
  await expect(letters.findFirst({ locale: ['en', 'fr'] })).rejects.toMatchObject({
    name: 'ValidationError',
    message: 'Invalid locale param en,fr provided. Document locales must be strings.',
  });
  await letters.delete({ documentId });
});
