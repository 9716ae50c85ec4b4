// Parses config/middlewares: options of Strapi's middlewares, and names of custom ones.
import { resolve } from 'node:path';
import { isRecord, toRecord, toText, type RawRecord } from '../schema/raw.ts';
import type { ConfigSection } from './config-files.ts';
import type { ConfigReader } from './config-reader.ts';

/** Options of `strapi::cors` with defaults. */
export interface CorsConfig {
  /** `*` allows all. A function receives the context of a request and returns such a list. */
  readonly origin: readonly string[] | ((context: unknown) => unknown);
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly expose: readonly string[];
  readonly maxAge: number;
  readonly credentials: boolean;
  readonly keepHeadersOnError: boolean;
}

/** Options of `strapi::favicon`. */
export interface FaviconConfig {
  /** Absolute paths, of which the first file that exists is served. */
  readonly files: readonly string[];
  /** How long browsers may cache it, in milliseconds. */
  readonly maxAge: number;
}

export interface MiddlewaresConfig {
  readonly cors: CorsConfig;
  /** Options of helmet, merged with Strapi's defaults. */
  readonly security: RawRecord;
  /** Options of qs. */
  readonly query: {
    readonly arrayLimit: number;
    readonly depth: number;
    readonly strictNullHandling: boolean;
    readonly raw: RawRecord;
  };
  /** In bytes. */
  readonly body: {
    readonly jsonLimit: number;
    readonly formLimit: number;
    readonly textLimit: number;
    readonly maxFieldsSize: number;
    readonly maxFileSize: number;
  };
  /** Value of `X-Powered-By` (docs/strapi/differences.md, D16), or false. */
  readonly poweredBy: string | false;
  /** `strapi::public`: how long browsers may cache public files, in milliseconds. */
  readonly publicMaxAge: number;
  readonly favicon: FaviconConfig;
  /** True if `strapi::responseTime` is listed. */
  readonly responseTime: boolean;
  /** Names of middlewares that run as code: all but those whose work the server does. */
  readonly custom: readonly string[];
}

interface Item {
  readonly name: string;
  readonly options: RawRecord;
}

/** Middlewares whose work the server does. All others run as code. */
const OWN = new Set(
  'cors security query body poweredBy logger errors session favicon public responseTime'.split(' '),
);

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const HEADERS = ['Content-Type', 'Authorization', 'Origin', 'Accept'];
const KIB = 1024;
const MIB = KIB * KIB;
const MINUTE = 60_000;
const DAY = 86_400_000;

/** Files of the project folder that Strapi serves as `/favicon.ico`. */
const FAVICONS = ['favicon.png', 'favicon.ico'] as const;

/** Parses the list; without one, all middlewares have their defaults. @param root Folder of the project */
export function parseMiddlewares(
  section: ConfigSection,
  reader: ConfigReader,
  root: string,
): MiddlewaresConfig {
  const items = parseItems(section, reader);
  const has = (name: string) => items.some((item) => item.name === `strapi::${name}`);
  const optionsOf = (name: string): ConfigReader | undefined => {
    const options = items.findLast((item) => item.name === `strapi::${name}`)?.options;
    return options && reader.within(`strapi::${name}`, options);
  };
  const everything = items.length === 0;
  const query = optionsOf('query');
  return {
    cors: parseCors(optionsOf('cors')),
    security: optionsOf('security')?.record('') ?? {},
    query: {
      arrayLimit: query?.whole('arrayLimit', 100) ?? 100,
      depth: query?.whole('depth', 20) ?? 20,
      strictNullHandling: query?.flag('strictNullHandling', true) ?? true,
      raw: query?.record('') ?? {},
    },
    body: parseBody(optionsOf('body')),
    poweredBy:
      (everything || has('poweredBy')) &&
      (optionsOf('poweredBy')?.text('poweredBy', 'Quoin') ?? 'Quoin'),
    publicMaxAge: optionsOf('public')?.whole('maxAge', MINUTE) ?? MINUTE,
    favicon: parseFavicon(optionsOf('favicon'), root),
    responseTime: has('responseTime'),
    custom: items
      .map((item) => item.name)
      .filter((name) => !name.startsWith('strapi::') || !OWN.has(name.slice('strapi::'.length))),
  };
}

function parseItems(section: ConfigSection, reader: ConfigReader): readonly Item[] {
  if (section.sources.length === 0) return [];
  if (!Array.isArray(section.value)) return reader.reportInvalid('', 'a list of middlewares', []);
  return section.value.map((item: unknown, index): Item => {
    if (typeof item === 'string') return { name: item, options: {} };
    if (typeof item === 'function')
      return { name: item.name || `number ${index + 1}`, options: {} };
    const { name, resolve, config } = toRecord(item);
    const label = toText(name) ?? toText(resolve);
    if (!label)
      reader.note(String(index), 'A middleware is a name, or an object with "name" or "resolve".');
    return { name: label ?? '', options: isRecord(config) ? config : {} };
  });
}

function parseCors(reader: ConfigReader | undefined): CorsConfig {
  const origin = reader?.value('origin');
  return {
    origin: isOriginFunction(origin)
      ? origin
      : (reader?.setTexts('origin', ['*']) ?? ['*']).flatMap(splitList),
    methods: (reader?.setTexts('methods', METHODS) ?? METHODS).flatMap(splitList),
    headers: (reader?.setTexts('headers', HEADERS) ?? HEADERS).flatMap(splitList),
    expose: (reader?.setTexts('expose', []) ?? []).flatMap(splitList),
    maxAge: reader?.whole('maxAge', 31_536_000) ?? 31_536_000,
    credentials: reader?.flag('credentials', true) ?? true,
    keepHeadersOnError: reader?.flag('keepHeadersOnError', false) ?? false,
  };
}

function isOriginFunction(value: unknown): value is (context: unknown) => unknown {
  return typeof value === 'function';
}

function splitList(text: string): readonly string[] {
  return text.split(',').map((part) => part.trim());
}

function parseFavicon(reader: ConfigReader | undefined, root: string): FaviconConfig {
  const own = reader?.text('path', FAVICONS[0]) ?? FAVICONS[0];
  return {
    files: [...new Set([own, ...FAVICONS])].map((name) => resolve(root, name)),
    maxAge: reader?.whole('maxAge', DAY) ?? DAY,
  };
}

function parseBody(reader: ConfigReader | undefined): MiddlewaresConfig['body'] {
  const size = (path: string, fallback: number): number => {
    const value = reader?.value(path);
    if (reader === undefined || value === undefined) return fallback;
    return parseSize(value) ?? reader.reportInvalid(path, 'a size such as "10mb"', fallback);
  };
  return {
    jsonLimit: size('jsonLimit', MIB),
    formLimit: size('formLimit', 56 * KIB),
    textLimit: size('textLimit', 56 * KIB),
    maxFieldsSize: size('formidable.maxFieldsSize', 20 * MIB),
    maxFileSize: size('formidable.maxFileSize', 200 * MIB),
  };
}

const UNITS: Readonly<Record<string, number>> = { b: 1, kb: KIB, mb: MIB, gb: KIB * MIB };

function parseSize(value: unknown): number | undefined {
  if (typeof value === 'number') return value >= 0 ? Math.floor(value) : undefined;
  const match = /^\s*(\d+(?:\.\d+)?)\s*([kmg]?b)?\s*$/i.exec(
    typeof value === 'string' ? value : '',
  );
  return match
    ? Math.floor(Number(match[1]) * (UNITS[(match[2] ?? 'b').toLowerCase()] ?? 1))
    : undefined;
}
