// Generates values of uid attributes and checks their availability (docs/strapi/content-manager.md, "Uids").
import type { Options } from '@sindresorhus/slugify';
import { validationError, invalidInput } from '../base/errors.ts';
import { MAX_SEARCH_LENGTH } from '../base/limits.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { readParams, type FilterTree, type QueryObject } from '../query/params.ts';
import type { ContentType, ScalarAttribute } from '../schema/types.ts';
import { DocumentReads } from './document-reads.ts';
import type { ContentManagerDependencies } from './dependencies.ts';
import { editedStatus, localeChoice, parseVersion } from './version-params.ts';

/** Availability of a value, with a suggestion if it is taken. */
export interface UidAvailability {
  readonly isAvailable: boolean;
  readonly suggestion: string | null;
}

interface UidField {
  readonly type: ContentType;
  readonly attribute: ScalarAttribute;
}

/** Generates and checks values of uid attributes. */
export class Uids {
  readonly #dependencies: ContentManagerDependencies;
  readonly #reads: DocumentReads;

  constructor(dependencies: ContentManagerDependencies) {
    this.#dependencies = dependencies;
    this.#reads = new DocumentReads(dependencies);
  }

  /** Generates an available value. @throws ValidationError */
  async generate(body: unknown, query: QueryObject): Promise<string> {
    const { contentTypeUID, field: name, data } = checkedBody(body, UID_SOURCE);
    const field = this.#field(String(contentTypeUID), String(name));
    const { targetField, default: fallback, options } = field.attribute.raw;
    const values = isJsonObject(data) ? data : {};
    const source = typeof targetField === 'string' ? values[targetField] : undefined;
    const text = textIn(source) ?? textIn(fallback) ?? field.type.singularName;
    assertShort(text, ['data', String(targetField)]);
    const { default: slugify } = await import('@sindresorhus/slugify');
    return this.#available(field, slugify(text, slugOptions(options)), query);
  }

  /** Checks whether a value is available. @throws ValidationError */
  async check(body: unknown, query: QueryObject): Promise<UidAvailability> {
    const checked = checkedBody(body, UID_VALUE);
    const value = String(checked['value']);
    const field = this.#field(String(checked['contentTypeUID']), String(checked['field']));
    assertShort(value, ['value']);
    if (value !== '' && !patternOf(field.attribute).test(value)) {
      const message = 'Must match the custom regex or the default one "/^[A-Za-z0-9-_.~]*$/"';
      throw invalidInput(['value'], message);
    }
    const free = value === '' ? value : await this.#available(field, value, query);
    const isAvailable = free === value;
    return { isAvailable, suggestion: isAvailable ? null : free };
  }

  #field(uid: string, name: string): UidField {
    const type = this.#dependencies.registry.contentTypes.get(uid);
    if (!type) throw validationError('ContentType not found');
    const attribute = type.attributes.get(name);
    if (attribute?.kind === 'scalar' && attribute.type === 'uid') return { type, attribute };
    throw validationError(`${name} must be a valid \`uid\` attribute`);
  }

  /** Returns the value, with a number appended if it is taken in the locale. */
  async #available(
    { type, attribute }: UidField,
    value: string,
    query: QueryObject,
  ): Promise<string> {
    if (value === '') return value;
    const { locale } = this.#dependencies;
    const version = parseVersion(query, type, locale.code);
    const { name } = attribute;
    const begins: FilterTree = {
      form: 'keys',
      keys: [{ kind: 'operator', key: '$startsWith', value: { form: 'value', value } }],
    };
    const entries = await this.#reads.findMany({
      ...readParams({ fields: [name], sort: [] }),
      type,
      status: editedStatus(type),
      filters: { form: 'keys', keys: [{ kind: 'name', key: name, value: begins }] },
      locale: localeChoice(version),
    });
    const usedValues = new Set(entries.map((entry) => entry[name]));
    let free = value;
    for (let number = 1; usedValues.has(free); number += 1) free = `${value}-${number}`;
    return free;
  }
}

/** Values of attributes without a pattern. */
const USUAL = /^[A-Za-z0-9-_.~]*$/;

/** The pattern of an attribute, or the usual one. */
function patternOf({ raw }: ScalarAttribute): RegExp {
  const { regex } = raw;
  return typeof regex === 'string' && regex !== '' ? new RegExp(regex) : USUAL;
}

/** Making a slug and matching a pattern can take quadratic time. @throws ValidationError for a long text */
function assertShort(text: string, path: readonly string[]): void {
  if (text.length <= MAX_SEARCH_LENGTH) return;
  throw invalidInput(path, `Must be at most ${MAX_SEARCH_LENGTH} characters`);
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns the `options` of a uid attribute that are valid. */
function slugOptions(options: unknown): Options {
  if (!isJsonObject(options)) return {};
  const { separator, customReplacements } = options;
  const flags = FLAGS.flatMap((name) => {
    const flag = options[name];
    return typeof flag === 'boolean' ? [[name, flag] as const] : [];
  });
  const pairs: readonly unknown[] = Array.isArray(customReplacements) ? customReplacements : [];
  return {
    ...Object.fromEntries(flags),
    ...(typeof separator === 'string' ? { separator } : {}),
    customReplacements: pairs.flatMap((pair): readonly [string, string][] => {
      const [from, to]: readonly unknown[] = Array.isArray(pair) ? pair : [];
      return typeof from === 'string' && typeof to === 'string' ? [[from, to]] : [];
    }),
  };
}

const FLAGS = ['lowercase', 'decamelize', 'preserveLeadingUnderscore'] as const;

/** Expected types by key. */
type BodyForm = Readonly<Record<string, 'string' | 'object'>>;

const UID_SOURCE: BodyForm = { contentTypeUID: 'string', field: 'string', data: 'object' };
const UID_VALUE: BodyForm = { contentTypeUID: 'string', field: 'string', value: 'string' };

/** Checks the types of a body. @throws ValidationError with all errors */
function checkedBody(body: unknown, form: BodyForm): JsonObject {
  if (!isJsonObject(body)) {
    throw invalidInput([], `Invalid input: expected object, received ${kindOf(body)}`);
  }
  const values = body;
  const errors = Object.entries(form).flatMap(([key, kind]) => {
    const value = values[key];
    const received = kindOf(value);
    if (received === kind) return [];
    const message = `Invalid input: expected ${kind}, received ${received}`;
    return [{ path: [key], message, name: 'ValidationError' }];
  });
  const [first] = errors;
  if (!first) return values;
  throw validationError(first.message, { errors });
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
