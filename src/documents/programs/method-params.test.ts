// Parameters of the document API for programs that are rejected, and their errors, on a real database.
import { describe, expect, test } from 'vitest';
import { rejection } from '../../../test/support/rejection.ts';
import { shareDocuments } from '../../../test/support/shared-documents.ts';
import type { DocumentCollection } from './document-collection.ts';

const SAMPLE = 'api::sample.sample';

const { documents } = await shareDocuments();

describe('rejects parameters', () => {
  test.each<[object, string, string]>([
    [{ filters: { nope: 1 } }, 'ValidationError', 'Invalid key nope'],
    [
      { filters: { anInteger: undefined } },
      'ValidationError',
      'Invalid value at findMany.filters.anInteger.',
    ],
    [
      { populate: { size: { filters: { name: undefined } } } },
      'ValidationError',
      'Invalid value at findMany.populate.size.filters.name.',
    ],
    [{ filters: { anInteger: Number.NaN } }, 'ValidationError', 'received: NaN'],
    [{ filters: { anInteger: new Set([1]) } }, 'ValidationError', 'received: Set'],
    [{ filters: { aDate: new Date('x') } }, 'ValidationError', 'received: an invalid Date'],
    [{ filters: { anInteger: 'x' } }, 'ValidationError', 'Invalid value at anInteger'],
    [{ filters: { aPassword: 'x' } }, 'ValidationError', 'Invalid key aPassword'],
    [{ filters: 'x' }, 'ValidationError', 'The filters parameter must be an object or an array'],
    [{ sort: 'nope' }, 'ValidationError', 'Invalid key nope'],
    [{ sort: 'aString:up' }, 'ValidationError', 'Invalid order.'],
    [{ fields: ['aPassword'] }, 'ValidationError', 'Invalid key aPassword'],
    [{ fields: ['nope'] }, 'ValidationError', 'Invalid key nope'],
    [{ populate: 'nope' }, 'ValidationError', 'Invalid key nope'],
    [{ populate: { size: { limit: 1 } } }, 'ValidationError', 'Invalid key limit at size'],
    [{ limit: 2.5 }, 'ValidationError', 'convertLimitQueryParams expected a positive integer'],
    [{ limit: -2 }, 'ValidationError', 'convertLimitQueryParams expected a positive integer'],
    [{ start: -1 }, 'ValidationError', 'convertStartQueryParams expected a positive integer'],
    [{ page: 0 }, 'PaginationError', "Invalid 'page' parameter. Expected an integer > 0"],
    [{ pageSize: 0 }, 'PaginationError', "Invalid 'pageSize' parameter."],
    [{ page: 1, limit: 1 }, 'PaginationError', 'Cannot use both page & offset pagination'],
    [{ pagination: 5 }, 'ValidationError', 'pagination must be an object'],
    [{ filter: { anInteger: 1 } }, 'ValidationError', "Invalid parameter 'filter'. findMany takes"],
    [{ lookup: { id: 1 } }, 'ValidationError', "Invalid parameter 'lookup'."],
    [['x'], 'ValidationError', 'findMany takes an object of parameters'],
  ])('findMany(%j)', async (params, errorName, message) => {
    const error = await rejection(() => documents(SAMPLE).findMany(params));
    expect([error.name, error.status]).toEqual([errorName, 400]);
    expect(error.message).toContain(message);
  });

  test.each<[string, (samples: DocumentCollection) => unknown]>([
    ['findFirst', (samples) => samples.findFirst({ limit: 2 } as object)],
    ['findOne', (samples) => samples.findOne({ documentId: 'x', sort: 'id' } as never)],
    ['update', (samples) => samples.update({ documentId: 'x', data: {}, filters: {} } as never)],
    ['delete', (samples) => samples.delete({ documentId: 'x', filters: {} } as never)],
    ['create', (samples) => samples.create({ data: {}, sort: 'id' } as never)],
    ['count', (samples) => samples.count({ where: {} } as object)],
  ])('%s rejects unknown parameters', async (method, call) => {
    const error = await rejection(() => call(documents(SAMPLE)));
    expect(error.message).toMatch(new RegExp(`^Invalid parameter '\\w+'\\. ${method} takes: `));
  });

  test.each<[string, (samples: DocumentCollection, documentId: string) => unknown]>([
    ['findOne', (samples, documentId) => samples.findOne({ documentId })],
    ['update', (samples, documentId) => samples.update({ documentId, data: {} })],
    ['delete', (samples, documentId) => samples.delete({ documentId })],
  ])('%s rejects a documentId that is not a string, and changes nothing', async (_method, call) => {
    const samples = documents(SAMPLE);
    await samples.create({ data: { aString: 'kept' } });
    for (const documentId of [undefined, null, 1, {}]) {
      const error = await rejection(() => call(samples, documentId as string));
      expect(error.message).toContain('Invalid documentId. Expected a string');
    }
    expect(await samples.count()).toBeGreaterThan(0);
  });
});
