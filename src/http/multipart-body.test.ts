// Whatever comes as multipart, an answer follows: neither a fault nor silence.
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

test('any body is read or refused', async () => {
  const chunks = fc.array(fc.array(piece, { maxLength: 4 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(chunks, async (given) => {
      const bytes = given.map((pieces) => Buffer.from(pieces.join('')));
      const stream = Object.assign(Readable.from(bytes, { objectMode: false }), {
        headers: {},
        complete: true,
      });
      const body = await readMultipart(stream as unknown as IncomingMessage, 'xBx', LIMITS).catch(
        (error: unknown) => error,
      );
      if (body instanceof Error)
        expect(body).toMatchObject({ status: expect.any(Number) as number });
      else expect(body).toBeTypeOf('object');
    }),
    { numRuns: 2000 },
  );
}, 60_000);
