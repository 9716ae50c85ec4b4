// Device: what a user signs in on, as the client calls it and as lists of sessions show it.
import type { Device } from '../../auth/users/sign-in.ts';
import { validationError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import type { RouteRequest } from '../routing/route-request.ts';

/** Characters that a device's name may have. */
const MAX_LENGTH = 255;

/** Characters of a `User-Agent` that are looked at. */
const MAX_AGENT_LENGTH = 1000;

/** The device of a request. @throws ValidationError for a name that cannot be stored */
export function deviceOf({ body, headers }: Pick<RouteRequest, 'body' | 'headers'>): Device {
  const agent = headers['user-agent'] ?? '';
  return { id: deviceIdOf(body), name: deviceName(agent.slice(0, MAX_AGENT_LENGTH)) };
}

/** What a body calls the device; null where it does not. @throws ValidationError as above */
export function deviceIdOf(body: unknown): string | null {
  const id = isJsonObject(body) ? body['deviceId'] : undefined;
  if (typeof id !== 'string' || id === '') return null;
  if (id.length > MAX_LENGTH || id.includes('\0')) {
    throw validationError(`deviceId must be a text of at most ${MAX_LENGTH} characters`);
  }
  return id;
}

/** The first that matches counts: many browsers name others too. */
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

/** Such as `Firefox on Linux`; null for what no browser sends. */
export function deviceName(agent: string): string | null {
  const named = (names: typeof BROWSERS): string | undefined =>
    names.find(([pattern]) => pattern.test(agent))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null);
}
