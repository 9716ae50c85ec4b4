import { expect, test } from 'vitest';
import { deviceIdOf, deviceName } from './device.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Edg/120.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/120.0 Safari/537.36 OPR/106.0',
    'Opera on macOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) SamsungBrowser/23.0 Chrome/115.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; CrOS x86_64)', 'ChromeOS'],
  ['node', null],
  ['', null],
])('names %s %s', (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});

test.each([
  [{ deviceId: 'phone' }, 'phone'],
  [{ deviceId: '' }, null],
  [{ deviceId: 5 }, null],
  [{}, null],
  [[], null],
  ['phone', null],
  [undefined, null],
])('parses %j as the device id %j', (body, id) => {
  expect(deviceIdOf(body)).toBe(id);
});

test.each(['x'.repeat(256), 'a\0b'])('rejects a device id that a row cannot store', (deviceId) => {
  expect(() => deviceIdOf({ deviceId })).toThrow('at most 255 characters');
});
