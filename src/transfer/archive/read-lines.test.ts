// Lines of JSON in chunks of any size.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson, readJsonLines } from './read-lines.ts';

async function* pieces(chunks: Iterable<Buffer>): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield chunk;
}

async function valuesOf(chunks: Iterable<Buffer>): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  for await (const { value } of readJsonLines({ name: 'x', bytes: pieces(chunks) })) {
    values.push(value);
  }
  return values;
}

test('parses the same lines for any chunk boundaries', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.jsonValue(), { maxLength: 6 }),
    fc.array(fc.nat(200), { maxLength: 8 }),
    async (values, cuts) => {
      const bytes = Buffer.from(values.map((value) => JSON.stringify(value)).join('\n'));
      const ends = [...cuts.filter((cut) => cut < bytes.length), bytes.length].sort(
        (a, b) => a - b,
      );
      const chunks = ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
      expect(await valuesOf(chunks)).toEqual(JSON.parse(JSON.stringify(values)));
    },
  );
  await fc.assert(property, { numRuns: 300 });
});

test('ignores empty lines and accepts CRLF', async () => {
  expect(await valuesOf([Buffer.from('\n1\r\n\n"é"\n')])).toEqual([1, 'é']);
});

test('rejects an endless line before it fills the memory', async () => {
  let given = 0;
  const endless = function* (): Generator<Buffer> {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    for (; given < 500; given += 1) yield chunk;
  };
  await expect(valuesOf(endless())).rejects.toThrow('A line of x is longer than 67108864 bytes');
  expect(given).toBeLessThan(70);
});

test('rejects a large entry that is one JSON text', async () => {
  const chunks = Array.from({ length: 20 }, () => Buffer.alloc(100_000, ' '));
  const entry = { name: 'metadata.json', bytes: pieces(chunks) };
  await expect(readJson(entry)).rejects.toThrow('metadata.json is larger than');
  expect(
    await readJson({ name: 'x', bytes: pieces([Buffer.from('{"a":'), Buffer.from('1}')]) }),
  ).toEqual({
    a: 1,
  });
});
