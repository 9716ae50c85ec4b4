// Writes of the document API for programs, on a real database that is empty at first.
import { beforeEach, describe, expect, test } from 'vitest';
import { rejection } from '../../../test/support/rejection.ts';
import { shareDocuments } from '../../../test/support/shared-documents.ts';

const [SAMPLE, HUB, SPOKE] = ['api::sample.sample', 'api::hub.hub', 'api::spoke.spoke'];

const { app, documents, empty } = await shareDocuments();

describe('writes', () => {
  beforeEach(() => empty(SAMPLE, HUB, SPOKE));

  test('create returns the new document with the requested fields', async () => {
    const samples = documents(SAMPLE);
    const data = { aString: 'made', aPrivate: 'p', size: { name: 'A5' } };
    const document = await samples.create({ data, fields: ['aPrivate'], populate: ['size'] });
    expect(document).toEqual({
      id: expect.any(Number) as number,
      documentId: expect.stringMatching(/^[a-z][a-z0-9]{23}$/) as string,
      aPrivate: 'p',
      size: expect.objectContaining({ name: 'A5', unit: 'mm' }) as object,
    });
    const { documentId } = document;
    const response = await app.request(`/api/samples/${documentId}`);
    expect(response.json()).toMatchObject({ data: { aString: 'made', aDefault: 'hello' } });
    expect(await samples.findOne({ documentId })).toMatchObject({ aString: 'made', aPrivate: 'p' });
  });

  test('the result may contain all relations, including creators', async () => {
    const hub = await documents(HUB).create({ data: { name: 'h' }, populate: '*' });
    expect(hub).toMatchObject({ oneWay: null, manyWay: [], createdBy: null, localizations: [] });
    expect(await documents(HUB).findOne({ documentId: hub.documentId, populate: '*' })).toEqual(
      hub,
    );
  });

  test('accepts dates, bigints and values with toJSON()', async () => {
    const date = new Date('2024-05-06T07:08:09.123Z');
    const data = {
      aDatetime: date,
      aTimestamp: date,
      aDate: date,
      aBiginteger: -9_223_372_036_854_775_808n,
      aString: undefined,
      aJson: { at: date, left: undefined, deep: [null, { toJSON: () => 'own' }] },
    };
    expect(await documents(SAMPLE).create({ data })).toMatchObject({
      aDatetime: '2024-05-06T07:08:09.123Z',
      aTimestamp: '1714979289123',
      aDate: '2024-05-06',
      aBiginteger: '-9223372036854775808',
      aString: null,
      aJson: { at: '2024-05-06T07:08:09.123Z', deep: [null, 'own'] },
    });
  });

  test.each<[unknown, string]>([
    [{ anInteger: Number.NaN }, 'Invalid value at data.anInteger.'],
    [{ aJson: [undefined] }, 'Invalid value at data.aJson.0.'],
    [{ aJson: { deep: new Map() } }, 'Invalid value at data.aJson.deep.'],
    [{ aDate: new Date('x') }, 'Invalid value at data.aDate.'],
    [{ aString: () => 'x' }, 'received: function'],
    [{ aString: 'x' }, 'aString must be at least 2 characters'],
    [{ nope: 1 }, 'Invalid key nope'],
    [{ documentId: 'x' }, 'Invalid key documentId'],
    [['x'], 'Invalid data. Expected an object of attributes.'],
    [null, 'Invalid data. Expected an object of attributes.'],
    [undefined, 'Invalid value at data.'],
  ])('rejects the data %j and creates nothing', async (data, message) => {
    const error = await rejection(() => documents(SAMPLE).create({ data: data as object }));
    expect([error.name, error.status]).toEqual(['ValidationError', 400]);
    expect(error.message).toContain(message);
    expect(await documents(SAMPLE).count()).toBe(0);
  });

  test('rejects circular values', async () => {
    const circle: { self?: object } = {};
    circle.self = circle;
    const error = await rejection(() => documents(SAMPLE).create({ data: { aJson: circle } }));
    expect(error.message).toContain('levels at most');
  });

  test('reports all errors at once', async () => {
    const data = { aString: 'x', anInteger: 1001 };
    const error = await rejection(() => documents(SAMPLE).create({ data }));
    expect(error.message).toBe('2 errors occurred');
    expect(error.details).toMatchObject({
      errors: [{ path: ['aString'] }, { path: ['anInteger'] }],
    });
  });

  test('update changes the given values, and returns null for an unknown document', async () => {
    const samples = documents(SAMPLE);
    const { documentId } = await samples.create({ data: { aString: 'made', anInteger: 1 } });
    const fields = ['aString', 'anInteger'];
    expect(await samples.update({ documentId, data: { aString: 'new' }, fields })).toMatchObject({
      documentId,
      aString: 'new',
      anInteger: 1,
    });
    expect(await samples.update({ documentId: 'nope', data: { aString: 'new' } })).toBeNull();
    expect(await samples.update({ documentId: 'nope', data: { aString: 'x' } })).toBeNull();
    expect(await samples.count()).toBe(1);
  });

  test('delete returns the deleted document, and nothing for an unknown one', async () => {
    const samples = documents(SAMPLE);
    const { documentId } = await samples.create({ data: { aString: 'made', size: { name: 'A' } } });
    const requested = { fields: 'aString', populate: 'size' };
    expect(await samples.delete({ documentId, ...requested })).toEqual({
      documentId,
      entries: [expect.objectContaining({ aString: 'made', size: expect.anything() as object })],
    });
    expect(await samples.delete({ documentId })).toEqual({ documentId, entries: [] });
    expect(await samples.count()).toBe(0);
  });

  test('writes relations and their order, from both sides', async () => {
    const [one, two] = [
      await documents(SPOKE).create({ data: { label: 'one' } }),
      await documents(SPOKE).create({ data: { label: 'two' } }),
    ];
    const hub = await documents(HUB).create({
      data: { name: 'h', manyToMany: { connect: [one.documentId, two.documentId] } },
    });
    const moved = await documents(HUB).update({
      documentId: hub.documentId,
      data: {
        manyToMany: { connect: [{ documentId: two.documentId, position: { start: true } }] },
      },
      fields: [],
      populate: { manyToMany: { fields: 'label' } },
    });
    expect(moved).toMatchObject({ manyToMany: [{ label: 'two' }, { label: 'one' }] });
    const spoke = await documents(SPOKE).findOne({
      documentId: one.documentId,
      populate: 'hubManyToMany',
    });
    expect(spoke).toMatchObject({ hubManyToMany: [{ name: 'h' }] });
  });

  test('a write that is rejected late changes nothing', async () => {
    const data = { aString: 'made', size: { name: 'A' }, aDate: 'no date' };
    await rejection(() => documents(SAMPLE).create({ data }));
    const { documentId } = await documents(SAMPLE).create({ data: { aString: 'made' } });
    await rejection(() =>
      documents(SAMPLE).update({ documentId, data: { ...data, aString: 'new' } }),
    );
    expect(await documents(SAMPLE).findMany({ fields: 'aString', populate: 'size' })).toEqual([
      expect.objectContaining({ aString: 'made', size: null }),
    ]);
  });

  test('concurrent writes are atomic, and only one gets a unique value', async () => {
    const writes = Array.from({ length: 20 }, (_, i) =>
      documents(SAMPLE).create({ data: { aUnique: `u${i % 4}`, anInteger: i } }),
    );
    const outcomes = await Promise.allSettled(writes);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(await documents(SAMPLE).count()).toBe(4);
  });

  test('a single type has one document', async () => {
    const settings = documents('api::setting.setting');
    const { documentId } = await settings.create({ data: { siteName: 'one' } });
    const error = await rejection(() => settings.create({ data: { siteName: 'two' } }));
    expect(error.message).toBe('Setting is a single type and already has its document: update it.');
    expect(await settings.findMany({ fields: 'siteName' })).toMatchObject([{ siteName: 'one' }]);
    await settings.delete({ documentId });
    expect(await settings.create({ data: { siteName: 'two' } })).toMatchObject({ siteName: 'two' });
  });
});
