import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { answerBrokenRequest } from './broken-request.ts';

/** What a client is told when its request broke with an error of this code. */
async function toldTo(code: string): Promise<string> {
  const server = createServer((socket: Socket) =>
    answerBrokenRequest(Object.assign(new Error('broken'), { code }), socket),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let told = '';
  client.on('data', (chunk) => (told += chunk.toString()));
  await new Promise((resolve) => client.on('close', resolve));
  return told;
}

test('bytes that are no HTTP: 400', async () => {
  expect(await toldTo('HPE_INVALID_METHOD')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

test('a head beyond the limit: 431', async () => {
  expect(await toldTo('HPE_HEADER_OVERFLOW')).toMatch(/^HTTP\/1\.1 431 Request Header Fields/);
});

test.each(['ECONNRESET', 'ERR_HTTP_REQUEST_TIMEOUT'])(
  '%s: nothing, the connection ends',
  async (code) => {
    expect(await toldTo(code)).toBe('');
  },
);
