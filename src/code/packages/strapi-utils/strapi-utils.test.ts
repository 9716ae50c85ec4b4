import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type * as yupTypes from 'yup';
import type { z as zodTypes } from 'zod';
import { AppError } from '../../../base/errors.ts';
import { mayFind } from './access-scopes.ts';
import type * as asyncTools from './async-tools.ts';
import {
  ApplicationError,
  ForbiddenError,
  HttpError,
  NotFoundError,
  PolicyError,
  ValidationError,
} from './errors.ts';
import type * as hookTools from './hooks.ts';
import type { Model } from './model.ts';
import type { providerFactory as createProvider } from './provider-factory.ts';
import { createAPISanitizers } from './sanitize/api-sanitizers.ts';
import { loadStrapiUtils } from './strapi-utils.ts';
import { createAPIValidators } from './validate/api-validators.ts';
import { isObject, isRecord, valueAt } from './values.ts';

/** A call of the original, and what it returned or threw. */
interface RecordedCall {
  readonly group: 'call' | 'model' | 'api';
  readonly name: string;
  readonly args: readonly unknown[];
  readonly result?: unknown;
  readonly error?: { readonly name: string; readonly message: string };
}

const vendor = path.resolve(import.meta.dirname, '../../../../test/vendor/strapi-utils');
const recorded = read('recorded-calls.json') as readonly RecordedCall[];
const models = read('models.json') as Readonly<Record<string, Model>>;
const utils = await loadStrapiUtils({
  env: () => undefined,
  require: (name) => (name === './module' ? { __esModule: true, default: 5 } : name),
});
const getModel = (uid: string): Model | undefined => models[uid];

beforeEach(() => {
  const verify = async (_auth: unknown, { scope }: { readonly scope: string }): Promise<void> => {
    if (scope.startsWith('api::denied')) throw new Error('denied');
  };
  const types = Object.entries(models).filter(([uid]) => uid.includes('::'));
  Reflect.set(globalThis, 'strapi', {
    config: { get: (_path: string, fallback: unknown) => fallback },
    contentTypes: Object.fromEntries(types),
    auth: { verify },
  });
});

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'strapi');
});

describe('results recorded from the original package', () => {
  const names = [...new Set(recorded.map(({ name }) => name))];
  test.each(names)('%s', async (name) => {
    for (const call of recorded.filter((each) => each.name === name)) {
      expect(await outcome(call), JSON.stringify(call.args)).toEqual(
        call.error ? { error: call.error } : { result: call.result },
      );
    }
  });
});

test('has all exports of the original package', () => {
  const { exports } = JSON.parse(readFileSync(path.join(vendor, 'exports.json'), 'utf8')) as {
    readonly exports: readonly string[];
  };
  expect(exports.filter((name) => utils[name] === undefined)).toEqual([]);
});

test.each([
  ['queryFieldsSchema', ['title', ['title', '*']], [5, [5]]],
  ['queryPopulateSchema', ['*', ['client'], { client: { fields: ['name'] } }], [true]],
  ['querySortSchema', ['title:desc', { title: 'asc' }, [{ title: 'asc' }]], [{ title: 'up' }]],
  [
    'paginationSchema',
    [
      { page: 1, pageSize: 5 },
      { start: 0, limit: 5 },
    ],
    [{ page: 0, pageSize: 5 }],
  ],
  ['filtersSchema', [{ title: { $eq: 'A' } }], ['title']],
  ['localeSchema', ['en'], [5]],
  ['statusSchema', ['draft', 'published'], ['modified']],
  ['searchQuerySchema', ['words'], [{}]],
])('%s checks parameters of the content API', (name, valid, invalid) => {
  const schema = utils[name] as zodTypes.ZodType;
  expect(valid.map((value) => schema.safeParse(value).success)).toEqual(valid.map(() => true));
  expect(invalid.map((value) => schema.safeParse(value).success)).toEqual(invalid.map(() => false));
  const all = Object.values(utils['queryParameterSchemas'] as object);
  expect(all).toContain(schema);
});

describe('errors', () => {
  test('have the names, messages and details of the responses', () => {
    expect(shown(new ApplicationError())).toEqual([
      'ApplicationError',
      'An application error occurred',
      {},
    ]);
    expect(shown(new NotFoundError('No such job', { id: 5 }))).toEqual([
      'NotFoundError',
      'No such job',
      { id: 5 },
    ]);
    expect(shown(new PolicyError())).toEqual(['PolicyError', 'Policy Failed', {}]);
    expect(new PolicyError()).toBeInstanceOf(ForbiddenError);
    expect(new PolicyError()).not.toBeInstanceOf(NotFoundError);
  });

  test('from another copy of the package are recognized', () => {
    const other = otherCopy();
    expect(new other.ValidationError()).toBeInstanceOf(ValidationError);
    expect(new other.ValidationError()).toBeInstanceOf(ApplicationError);
    expect(new other.ValidationError()).not.toBeInstanceOf(NotFoundError);
  });

  test('of a project are instances only of their own class', () => {
    class TooLate extends ApplicationError {}
    class TooEarly extends ApplicationError {}
    expect(new TooLate()).toBeInstanceOf(TooLate);
    expect(new TooLate()).toBeInstanceOf(ApplicationError);
    expect(new TooLate()).not.toBeInstanceOf(TooEarly);
    expect(new ApplicationError()).not.toBeInstanceOf(TooLate);
  });

  test('of the engine are recognized', () => {
    expect(new AppError('ValidationError', 'no')).toBeInstanceOf(ValidationError);
    expect(new AppError('PolicyError', 'no')).toBeInstanceOf(ForbiddenError);
    expect(new AppError('NotFoundError', 'no')).not.toBeInstanceOf(ValidationError);
    expect(new AppError('BadRequestError', 'no')).not.toBeInstanceOf(ApplicationError);
  });

  test('of other libraries are not recognized', () => {
    class ValidationErrorOfYup extends Error {}
    Object.defineProperty(ValidationErrorOfYup, 'name', { value: 'ValidationError' });
    expect(new ValidationErrorOfYup()).not.toBeInstanceOf(ValidationError);
    expect(new Error('no')).not.toBeInstanceOf(ApplicationError);
    expect(null).not.toBeInstanceOf(ApplicationError);
  });

  test('with a status are recognized like those of http-errors', () => {
    const thrown = Object.assign(new Error('no'), { statusCode: 400, expose: true });
    expect(thrown).toBeInstanceOf(HttpError);
    expect(new Error('no')).not.toBeInstanceOf(HttpError);
  });
});

describe('schemas', () => {
  test('of yup report every error', async () => {
    const { yup, validateYupSchema } = utils as unknown as {
      yup: typeof yupTypes & { strapiID(): yupTypes.AnySchema };
      validateYupSchema(schema: unknown): (body: unknown, message?: string) => Promise<unknown>;
    };
    const schema = yup.object({ name: yup.string().required(), id: yup.strapiID() });
    const failed: unknown = await validateYupSchema(schema)({ id: -1 }).catch(
      (error: unknown) => error,
    );
    expect(failed).toBeInstanceOf(ValidationError);
    expect(shown(failed)).toEqual([
      'ValidationError',
      '2 errors occurred',
      {
        errors: [
          {
            path: ['name'],
            message: 'name is a required field',
            name: 'ValidationError',
            value: undefined,
          },
          {
            path: ['id'],
            message: 'id must be a `strapiID` type, but the final value was: `-1`.',
            name: 'ValidationError',
            value: -1,
          },
        ],
      },
    ]);
    expect(await validateYupSchema(schema)({ name: 'a', more: 1 })).toEqual({ name: 'a', more: 1 });
  });

  test('of zod report every error', () => {
    const { z, validateZodSchema } = utils as unknown as {
      z: typeof zodTypes;
      validateZodSchema(schema: unknown): (data: unknown) => unknown;
    };
    const validate = validateZodSchema(z.object({ name: z.string() }));
    expect(validate({ name: 'a' })).toEqual({ name: 'a' });
    expect(() => validate({})).toThrow(ValidationError);
  });

  test('are not loaded if no code imports them', async () => {
    const plain = await loadStrapiUtils({
      env: null,
      require: String,
      yup: false,
      zod: false,
    });
    expect(() => plain['yup']).toThrow('yup was not loaded');
    expect(Object.keys(plain)).toContain('z');
  });
});

test('loads the default export of a module', () => {
  const { importDefault } = utils as unknown as { importDefault(name: string): unknown };
  expect(importDefault('./module')).toBe(5);
  expect(importDefault('./plain')).toBe('./plain');
});

test('hooks, pipes and providers run in order', async () => {
  const {
    hooks,
    async: tools,
    providerFactory,
  } = utils as unknown as {
    hooks: typeof hookTools;
    async: typeof asyncTools;
    providerFactory: typeof createProvider;
  };
  const hook = hooks.createAsyncSeriesWaterfallHook();
  hook.register((n) => Number(n) + 1).register((n) => Number(n) * 2);
  expect(await hook.call(2)).toBe(6);
  expect(await tools.pipe(async (n) => Number(n) + 1, String)(1)).toBe('2');
  expect(await tools.map([1, Promise.resolve(2)], (n) => Number(n) * 2)).toEqual([2, 4]);
  expect(await tools.reduce([1, 2, 3])((sum, n) => Number(sum) + Number(n), 0)).toBe(6);
  const provider = providerFactory();
  await provider.register('a', 1);
  await expect(provider.register('a', 2)).rejects.toThrow('Duplicated item key: a');
  await provider.clear();
  expect(provider.size()).toBe(0);
});

test('no type may be found if there is no `strapi` to check permissions', async () => {
  Reflect.deleteProperty(globalThis, 'strapi');
  expect(await mayFind({}, 'api::job.job')).toBe(false);
});

/** Runs a call as it was recorded. */
async function outcome({ group, name, args }: RecordedCall): Promise<unknown> {
  try {
    return { result: plain(await run(group, name, args)) };
  } catch (error) {
    const [errorName, message, details] = shown(error);
    return {
      error: {
        name: errorName,
        message,
        ...(details === undefined ? {} : { details: plain(details) }),
      },
    };
  }
}

function run(group: RecordedCall['group'], name: string, args: readonly unknown[]): unknown {
  const [first, uid, options] = args;
  if (group === 'model') return call(`contentTypes.${name}`, [models[String(first)]]);
  if (group === 'call') return call(name, args);
  const [kind, method = ''] = name.split('.');
  const api: unknown =
    kind === 'sanitize' ? createAPISanitizers({ getModel }) : createAPIValidators({ getModel });
  const { auth, strictParams } = isRecord(options) ? options : {};
  const invoke = valueAt(api, method);
  if (typeof invoke !== 'function') throw new Error(`${name} is not a function`);
  return invoke(first, models[String(uid)], { auth: auth ? {} : undefined, strictParams });
}

function call(name: string, args: readonly unknown[]): unknown {
  const found = valueAt(utils, name);
  if (typeof found !== 'function') throw new Error(`${name} is not a function`);
  return found(...args);
}

function shown(error: unknown): readonly [unknown, unknown, unknown] {
  return isObject(error) ? [error['name'], error['message'], error['details']] : [error, '', null];
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value === undefined ? null : value));
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(path.join(vendor, file), 'utf8'));
}

/** The classes as another installation of the package has them. */
function otherCopy(): { readonly ValidationError: new () => Error } {
  const ApplicationErrorClass = { ApplicationError: class extends Error {} }.ApplicationError;
  const classes = { ValidationError: class extends ApplicationErrorClass {} };
  return classes;
}
