// Validators of data and query parameters for callers of the content API.
import { getNonWritableAttributes } from '../content-types.ts';
import { ValidationError } from '../errors.ts';
import type { GetModel, Model } from '../model.ts';
import { validatePublicationFilterQueryParam } from '../publication-filter.ts';
import { ALLOWED_QUERY_PARAM_KEYS } from '../query-keys.ts';
import { extraBodyKeys, extraQueryKeys } from '../route-params.ts';
import { checkParams } from './added-params.ts';
import type { ApiOptions } from '../sanitize/api-sanitizers.ts';
import { walkEntity } from '../traverse/entity.ts';
import { walkFilters } from '../traverse/query-filters.ts';
import { walkSort } from '../traverse/query-sort.ts';
import { runWalk, type Visitor } from '../traverse/walk.ts';
import { isRecord } from '../values.ts';
import { throwInvalidKey } from './invalid-key.ts';
import {
  defaultValidateFields,
  defaultValidateFilters,
  defaultValidatePopulate,
  defaultValidateSort,
} from './validators.ts';
import {
  throwRestrictedFields,
  throwRestrictedRelations,
  throwUnrecognizedFields,
} from './visitors.ts';

export interface ValidatorDependencies {
  readonly getModel: GetModel;
  /** Validators that plugins add. */
  readonly validators?: {
    readonly input?: readonly ((schema: Model) => (data: unknown) => unknown)[];
  };
}

type Validate = (value: unknown, schema: Model, options?: ApiOptions) => Promise<void>;

/** The validators of the content API. They throw a ValidationError. */
export type ApiValidators = Readonly<
  Record<'input' | 'query' | 'filters' | 'sort' | 'fields' | 'populate', Validate>
>;

/** Creates the validators for the models of a project. */
export function createAPIValidators({
  getModel,
  validators,
}: ValidatorDependencies): ApiValidators {
  const filters: Validate = async (value, schema, options = {}) => {
    assertSchema(schema, 'validateFilters');
    if (Array.isArray(value)) {
      for (const each of value) await filters(each, schema, options);
      return;
    }
    await naming({ source: 'query', param: 'filters' }, async () => {
      await defaultValidateFilters({ schema, getModel }, value);
      await checkRelations(walkFilters, value, { ...options, schema });
    });
  };
  const sort: Validate = async (value, schema, options = {}) => {
    assertSchema(schema, 'validateSort');
    await naming({ source: 'query', param: 'sort' }, async () => {
      await defaultValidateSort({ schema, getModel }, value);
      await checkRelations(walkSort, value, { ...options, schema });
    });
  };
  const fields: Validate = async (value, schema) => {
    assertSchema(schema, 'validateFields');
    await naming({ source: 'query', param: 'fields' }, () =>
      defaultValidateFields({ schema, getModel }, value),
    );
  };
  const populate: Validate = async (value, schema) => {
    assertSchema(schema, 'validatePopulate');
    await naming({ source: 'query', param: 'populate' }, () =>
      defaultValidatePopulate({ schema, getModel }, value),
    );
  };
  const checkRelations = async (
    walk: typeof walkFilters,
    value: unknown,
    { auth, schema }: ApiOptions & { readonly schema: Model },
  ): Promise<void> => {
    if (auth) await runWalk(walk(throwRestrictedRelations(auth), { schema, getModel }, value));
  };
  const input: Validate = async (data, schema, options = {}) => {
    assertSchema(schema, 'validateInput');
    if (Array.isArray(data)) {
      for (const entry of data) await input(entry, schema, options);
      return;
    }
    await naming({ source: 'body' }, async () => {
      for (const key of ['id', 'documentId']) {
        if (isRecord(data) && key in data) throwInvalidKey({ key });
      }
      const allowedExtraRootKeys = extraBodyKeys(options.route);
      const visitors: readonly Visitor[] = [
        throwRestrictedFields(getNonWritableAttributes(schema)),
        throwUnrecognizedFields,
        ...(options.auth ? [throwRestrictedRelations(options.auth)] : []),
      ];
      for (const visitor of visitors) {
        await runWalk(walkEntity(visitor, { schema, getModel, allowedExtraRootKeys }, data));
      }
      for (const validate of validators?.input ?? []) await validate(schema)(data);
      const shape = options.route?.request?.body?.['application/json']?.shape ?? {};
      const extra = allowedExtraRootKeys.filter((key) => key !== 'data');
      checkParams(data, extra, { source: 'body', shape });
    });
  };
  const query: Validate = async (params, schema, options = {}) => {
    assertSchema(schema, 'validateQuery');
    if (!isRecord(params)) return;
    if ('publicationFilter' in params) {
      validatePublicationFilterQueryParam(params['publicationFilter']);
    }
    if (options.strictParams) checkNames(params, options);
    if (params['filters']) await filters(params['filters'], schema, options);
    if (params['sort']) await sort(params['sort'], schema, options);
    if (params['fields']) await fields(params['fields'], schema);
    const requested = params['populate'];
    if (requested && requested !== '*') await populate(requested, schema);
  };
  return { input, query, filters, sort, fields, populate };
}

function checkNames(params: Record<string, unknown>, { route }: ApiOptions): void {
  const extra = extraQueryKeys(route);
  for (const key of Object.keys(params)) {
    if (ALLOWED_QUERY_PARAM_KEYS.includes(key) || extra.includes(key)) continue;
    throw new ValidationError(`Invalid key ${key}`, {
      key,
      path: null,
      source: 'query',
      param: key,
    });
  }
  checkParams(params, extra, { source: 'query', shape: route?.request?.query ?? {} });
}

/** Adds the location to the details of an error. */
async function naming(params: object, check: () => unknown): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (error instanceof ValidationError && isRecord(error.details)) {
      Object.assign(error.details, params);
    }
    throw error;
  }
}

function assertSchema(schema: Model | undefined, method: string): void {
  if (!schema) throw new Error(`Missing schema in ${method}`);
}
