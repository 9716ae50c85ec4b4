// Any multipart body gets a response, and causes no internal error.
import { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMultipart } from './multipart-body.ts';

const LIMITS = { maxFieldsSize: 200, maxFileSize: 100 };

/** Pieces that parts are made of, and that break them. */
const piece = fc.oneof(
  fc.constantFrom(
    '--xBx\r\n',
    '--xBx--\r\n',
    '--xBx--',
    '--xBx',
    'Content-Disposition: form-data; name="a"\r\n',
    'Content-Disposition: form-data; name="b[]"; filename="c"\r\n',
    'Content-Disposition: form-data; name=\r\n',
    'Content-Disposition: attachment\r\n',
    'Content-Type: text/plain; charset=utf-16le\r\n',
    'Content-Type: application/octet-stream\r\n',
    'Content-Transfer-Encoding: base64\r\n',
    'Content-Transfer-Encoding: x\r\n',
    '\r\n',
    '\r\n\r\n',
    '\n',
    ': ',
    '\u0000',
    'x'.repeat(150),
  ),
  fc.string({ maxLength: 5 }),
);

test('reads or rejects any body', async () => {
  const chunks = fc.array(fc.array(piece, { maxLength: 4 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(chunks, async (given) => {
      const bytes = given.map((pieces) => Buffer.from(pieces.join('')));
      const stream = Object.assign(Readable.from(bytes, { objectMode: false }), {
        headers: {},
        complete: true,
      });
      const body = await readMultipart(stream as unknown as IncomingMessage, {
        boundary: 'xBx',
        limits: LIMITS,
        onFile: null,
      }).catch((error: unknown) => error);
      if (body instanceof Error)
        expect(body).toMatchObject({ status: expect.any(Number) as number });
      else expect(body).toBeTypeOf('object');
    }),
    { numRuns: 2000 },
  );
});

test('reads files byte for byte and in order, however the body is split into chunks', async () => {
  const name = fc.constantFrom('a.txt', 'ä ö.bin', 'C:\\folder\\b.txt');
  const content = fc.uint8Array({ maxLength: 100 });
  const file = fc.record({ name, content, isFile: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { minLength: 1, maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 20 }),
      async (files, cuts) => {
        const bytes = Buffer.concat([
          ...files.flatMap((each) => [
            Buffer.from(
              each.isFile
                ? `--xBx\r\nContent-Disposition: form-data; name="f"; filename="${each.name}"\r\n\r\n`
                : '--xBx\r\nContent-Disposition: form-data; name="f"\r\n\r\n',
            ),
            Buffer.from(each.isFile ? each.content : []),
            Buffer.from('\r\n'),
          ]),
          Buffer.from('--xBx--\r\n'),
        ]);
        const chunks: Buffer[] = [];
        for (let at = 0, i = 0; at < bytes.length; i += 1) {
          const end = at + (cuts[i % cuts.length] ?? 1);
          chunks.push(bytes.subarray(at, end));
          at = end;
        }
        const stream = Object.assign(Readable.from(chunks, { objectMode: false }), {
          headers: {},
          complete: true,
        });
        const taken: { name: string; content: Buffer }[] = [];
        let open = 0;
        await readMultipart(stream as unknown as IncomingMessage, {
          boundary: 'xBx',
          limits: LIMITS,
          onFile: async (part) => {
            open += 1;
            expect(open).toBe(1);
            const parts: Buffer[] = [];
            for await (const chunk of part.stream) parts.push(chunk as Buffer);
            taken.push({ name: part.name, content: Buffer.concat(parts) });
            open -= 1;
          },
        });
        const sent = files.filter(({ isFile }) => isFile);
        expect(taken).toEqual(
          sent.map((each) => ({
            name: each.name.replace('C:\\folder\\', ''),
            content: Buffer.from(each.content),
          })),
        );
      },
    ),
    { numRuns: 500 },
  );
});

test('stops reading the form at a file that cannot be stored, and stores no other', async () => {
  const part = '--xBx\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nx\r\n';
  const stream = Object.assign(Readable.from([Buffer.from(`${part}${part}--xBx--\r\n`)]), {
    headers: {},
    complete: true,
  });
  let count = 0;
  const read = readMultipart(stream as unknown as IncomingMessage, {
    boundary: 'xBx',
    limits: LIMITS,
    onFile: async () => {
      count += 1;
      throw new Error('the disk is full');
    },
  });
  await expect(read).rejects.toThrow('the disk is full');
  expect(count).toBe(1);
});
