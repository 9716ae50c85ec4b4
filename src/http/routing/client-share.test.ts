import { expect, test } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { OverloadedError } from '../../base/errors.ts';
import type { ShareLimits } from '../../base/limits.ts';
import { ClientShare, clientOf } from './client-share.ts';
import type { RouteRequest } from './route-request.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:0:2:3::4', '2001:db8:0:2'],
  ['2001:DB8::2:a:b:c:d', '2001:db8:0:2'],
  ['2001:db8::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['unknown', 'unknown'],
])('the client of %s is %s', (ip, client) => {
  expect(clientOf(ip)).toBe(client);
});

function limitsOf(total: number): ShareLimits {
  return { running: 2, waiting: { length: 10, timeout: 60_000 }, total };
}

test('requests beyond the share of a client wait, while those of others are handled', async () => {
  const ends: (() => void)[] = [];
  const handler = new ClientShare(limitsOf(10)).limit<null>(async (request) => {
    await new Promise<void>((resolve) => ends.push(resolve));
    return { status: 200, body: request.ip };
  });
  const from = async (ip: string): Promise<unknown> => handler({ ip } as RouteRequest<null>);
  const responses = ['a', 'a', 'a', 'b', 'a'].map(from);
  await eventually(() => ends.length === 3);
  ends[2]?.();
  expect(await responses[3]).toEqual({ status: 200, body: 'b' });
  expect(ends.length).toBe(3);
  ends[0]?.();
  ends[1]?.();
  await eventually(() => ends.length === 5);
  for (const end of ends) end();
  expect(await Promise.all(responses)).toHaveLength(5);
});

test('limits the waiting requests of all clients together; clients below their share do not wait', async () => {
  const ends: (() => void)[] = [];
  const share = new ClientShare(limitsOf(3));
  const from = async (ip: string): Promise<string> =>
    share.run(ip, async () => {
      await new Promise<void>((resolve) => ends.push(resolve));
      return ip;
    });
  const responses = ['a', 'a', 'a', 'a', 'b', 'b', 'b'].map(from);
  await eventually(() => ends.length === 4);
  await expect(from('a')).rejects.toThrow(OverloadedError);
  await expect(from('b')).rejects.toThrow(OverloadedError);
  const others = ['c', 'c'].map(from);
  await eventually(() => ends.length === 6);
  // One that waited has begun, so another may wait.
  ends[0]?.();
  await eventually(() => ends.length === 7);
  const next = from('c');
  for (let i = 0; i < 10; i += 1) ends[i]?.();
  await eventually(() => ends.length === 10);
  for (const end of ends) end();
  expect(await Promise.all([...responses, ...others, next])).toHaveLength(10);
  const again = from('a');
  await eventually(() => ends.length === 11);
  ends[10]?.();
  expect(await again).toBe('a');
});
