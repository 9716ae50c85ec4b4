// Device of a sign-in: its id from the client, and its name in session lists.
import type { Device } from '../../auth/users/sign-in.ts';
import { validationError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import type { RouteRequest } from '../routing/route-request.ts';

/** Maximum length of a device id. */
const MAX_LENGTH = 255;

/** Maximum length of a `User-Agent` that is parsed. */
const MAX_AGENT_LENGTH = 1000;

/** Returns the device of a request. @throws ValidationError for an id that cannot be stored */
export function deviceOf({ body, headers }: Pick<RouteRequest, 'body' | 'headers'>): Device {
  return { id: deviceIdOf(body), name: deviceNameOf(headers) };
}

/** Returns the name of the device that sent a request, or null. */
export function deviceNameOf(headers: RouteRequest['headers']): string | null {
  const agent = headers['user-agent'] ?? '';
  return deviceName(agent.slice(0, MAX_AGENT_LENGTH));
}

/** Returns the device id of a body, or null. @throws ValidationError if it cannot be stored */
export function deviceIdOf(body: unknown): string | null {
  const id = isJsonObject(body) ? body['deviceId'] : undefined;
  if (typeof id !== 'string' || id === '') return null;
  if (id.length > MAX_LENGTH || id.includes('\0')) {
    throw validationError(`deviceId must be a string of at most ${MAX_LENGTH} characters`);
  }
  return id;
}

/** The first match counts, since many browsers name others as well. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:YaBrowser|Yowser)\//, 'Yandex Browser'],
  [/\bBrave\//, 'Brave'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows NT\b/, 'Windows'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** For example `Firefox on Linux`; null if it is not a browser. */
export function deviceName(agent: string): string | null {
  const named = (names: typeof BROWSERS): string | undefined =>
    names.find(([pattern]) => pattern.test(agent))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null);
}
