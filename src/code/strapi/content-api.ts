// Validation and sanitization of `strapi.contentAPI`, by the same rules as the routes of the content API.
import { AppError, validationError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import { checkBody } from '../../documents/check/check-body.ts';
import { toJson } from '../../documents/programs/program-values.ts';
import type { ReadAccess } from '../../query/access.ts';
import { UNPAGED } from '../../query/parse.ts';
import type { Reader } from '../../query/read.ts';
import type { Registry } from '../../schema/registry.ts';
import { isRecord } from '../../schema/raw.ts';
import type { ContentType } from '../../schema/types.ts';
import { paramsOfQuery } from '../documents/request-query.ts';
import { createAPISanitizers } from '../packages/strapi-utils/sanitize/api-sanitizers.ts';
import { createAPIValidators } from '../packages/strapi-utils/validate/api-validators.ts';
import { extraBodyKeys, extraQueryKeys } from '../packages/strapi-utils/route-params.ts';
import { checkParams } from '../packages/strapi-utils/validate/added-params.ts';
import type { CodeContentRules, Model } from './strapi.ts';
import type { Fields } from './code-values.ts';

export interface ContentApiDependencies {
  readonly registry: Registry;
  readonly modelOf: (uid: string) => Model | undefined;
  /** The models that requests use, without private attributes. */
  readonly reader: Pick<Reader, 'prepareQuery'>;
  /** The read access of a caller. @param auth `ctx.state.auth` */
  readonly accessOf: (auth: unknown) => ReadAccess;
  /** `api.rest.strictParams`. */
  readonly strictParams: boolean;
}

export function createContentApi(dependencies: ContentApiDependencies): CodeContentRules {
  const { registry, accessOf, modelOf } = dependencies;
  const getModel = (uid: string): Model | undefined => modelOf(uid);
  const clean = createAPISanitizers({ getModel });
  const { filters, sort, fields, populate } = createAPIValidators({ getModel });
  const rules: CodeContentRules = {
    sanitize: {
      ...clean,
      async query(query, model, options = {}) {
        const sanitized = await clean.query(query, model, options);
        return isRecord(sanitized) ? { ...sanitized } : {};
      },
    },
    validate: {
      filters,
      sort,
      fields,
      populate,
      async query(query, { uid }, { auth, route } = {}) {
        const context = { type: typeOf(registry, uid), access: accessOf(auth) };
        const added = dependencies.strictParams ? extraQueryKeys(route) : [];
        const shape = route?.request?.query ?? {};
        const error = validationErrorOf(dependencies, without(query, added), context);
        if (error) throw error;
        checkParams(query, added, { source: 'query', shape });
      },
      async input(data, model, options = {}) {
        const { auth, route } = options;
        if (!model) throw new Error('Missing schema in validateInput');
        if (Array.isArray(data)) {
          for (const entry of data) await rules.validate.input(entry, model, options);
          return;
        }
        const type = typeOf(registry, model.uid);
        const added = extraBodyKeys(route);
        const shape = route?.request?.body?.['application/json']?.shape ?? {};
        const json = toJson(isRecord(data) ? without(data, added) : data, 'data');
        if (!isJsonObject(json)) throw validationError('Invalid data. Expected an object.');
        // Values are checked when they are written.
        checkBody(registry, { type, data: json }, accessOf(auth));
        checkParams(data, added, { source: 'body', shape });
      },
    },
  };
  return rules;
}

function without(values: Fields, names: readonly string[]): Fields {
  if (names.length === 0) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

function typeOf(registry: Registry, uid: Model['uid']): ContentType {
  return registry.contentType(uid);
}

interface ReadContext {
  readonly type: ContentType;
  readonly access: ReadAccess;
}

/** The reason for which a query is rejected; null if the caller may send it. */
function validationErrorOf(
  { reader }: ContentApiDependencies,
  sent: Fields,
  { type, access }: ReadContext,
): AppError | null {
  try {
    const paging = type.kind === 'singleType' ? 'none' : 'nested';
    const query = paramsOfQuery(sent);
    // Not every action reads a list: the read checks the pagination.
    reader.prepareQuery({ type, access, one: null, paging, query, parser: UNPAGED });
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
