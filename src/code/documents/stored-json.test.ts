// Values of project code that JSON cannot represent.
import { describe, expect, test } from 'vitest';
import { JOB, shareWorkshop } from '../../../test/support/workshop.ts';

const workshop = await shareWorkshop();

const jobs = () => workshop.documents(JOB);

describe('values that JSON cannot represent', () => {
  const marks = {
    none: Number.NaN,
    list: [1, Number.POSITIVE_INFINITY, undefined],
    absent: undefined,
    call: () => 1,
    big: 12n,
    map: new Map([['a', 1]]),
    day: new Date('2026-11-27T10:00:00Z'),
  };
  const stored = {
    none: null,
    list: [1, null, null],
    big: '12',
    map: {},
    day: '2026-11-27T10:00:00.000Z',
  };

  test('are stored in JSON attributes as JSON.stringify writes them', async () => {
    const made = await jobs().create({ data: { title: 'Marks', marks, unknown: () => 1 } });
    expect(made['marks']).toEqual(stored);
    const changed = await jobs().update({
      documentId: String(made.documentId),
      data: { marks: () => 1 },
    });
    expect(changed?.['marks']).toBeNull();
    await jobs().delete({ documentId: String(made.documentId) });
    const row = await workshop.db.query(JOB).create({ data: { title: 'Row', marks } });
    expect(row['marks']).toEqual(stored);
    await workshop.db.query(JOB).delete({ where: { id: row['id'] } });
  });

  test('are rejected in other attributes, and if an object refers to itself', async () => {
    const circular: Record<string, unknown> = {};
    circular['own'] = circular;
    let nested: unknown = [];
    for (let depth = 0; depth < 10_000; depth += 1) nested = [nested];
    for (const [data, message] of [
      [{ title: 'x', hours: Number.NaN }, 'Invalid value at data.hours.'],
      [{ title: 'x', marks: circular }, 'Invalid value at data.marks. Converting circular'],
      [{ title: 'x', parts: nested }, '500 levels at most'],
      [{ title: 'x', parts: [new Map()] }, 'Invalid value at data.parts'],
      [new Map(), 'Invalid value at data'],
    ] as const) {
      await expect(jobs().create({ data })).rejects.toThrow(message);
    }
  });
});
