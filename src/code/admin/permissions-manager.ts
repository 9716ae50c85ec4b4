// `strapi.service('admin::permission').createPermissionsManager`: filters queries, data and results by the permissions of an
// administrator.
import {
  getNonVisibleAttributes,
  getNonWritableAttributes,
  getWritableAttributes,
} from '../packages/strapi-utils/content-types.ts';
import {
  removeDisallowedFields,
  removePassword,
} from '../packages/strapi-utils/sanitize/visitors.ts';
import { throwDisallowedFields } from '../packages/strapi-utils/validate/visitors.ts';
import { walkEntity } from '../packages/strapi-utils/traverse/entity.ts';
import { walkFields } from '../packages/strapi-utils/traverse/query-fields.ts';
import { walkFilters } from '../packages/strapi-utils/traverse/query-filters.ts';
import { walkPopulate } from '../packages/strapi-utils/traverse/query-populate.ts';
import { walkSort } from '../packages/strapi-utils/traverse/query-sort.ts';
import { runWalk, type Visitor } from '../packages/strapi-utils/traverse/walk.ts';
import { isPlainObject } from '../packages/strapi-utils/values.ts';
import type { Strapi } from '../strapi/strapi.ts';
import type { Fields } from '../strapi/code-values.ts';
import { toSubject } from './ability-subject.ts';
import type { UserAbility } from './user-ability.ts';

/** What a manager is for. */
interface Managed {
  readonly ability: UserAbility;
  readonly action?: string;
  /** uid of the content-type. */
  readonly model: string;
}

interface Options {
  readonly subject?: unknown;
  readonly action?: string;
}

const STATIC = ['id', 'documentId', '__component'];
const TIMES = ['createdAt', 'updatedAt'];
const OF_QUERIES = [...STATIC, ...TIMES, 'publishedAt', 'createdBy', 'updatedBy'];
const QUERY_WALKS = {
  filters: walkFilters,
  sort: walkSort,
  fields: walkFields,
  populate: walkPopulate,
} as const;
const OF_CREATORS = ['id', 'firstname', 'lastname', 'username', 'email', 'isActive'];

/** Creates a manager. @throws TypeError for an unknown content-type */
export function createPermissionsManager(
  strapi: Strapi,
  { ability, action: own, model }: Managed,
): Fields {
  const schema = strapi.getModel(model);
  if (!schema) throw new TypeError(`Unknown content-type ${model}`);
  const context = { schema, getModel: (uid: string) => strapi.getModel(uid) };
  const invisible = getNonVisibleAttributes(schema);
  const writable = new Set(getWritableAttributes(schema));
  const invisibleWritable = invisible.filter((name) => writable.has(name));
  const ofOutput = [...STATIC, ...TIMES, ...invisible, ...getNonWritableAttributes(schema)];

  /** Null for all fields. */
  const allowed = (options: Options, more: readonly string[]): readonly string[] | null => {
    const rules = ability.rulesFor(options.action ?? own ?? '', options.subject ?? model);
    if (rules.some(({ fields }) => !fields) || rules.length === 0) return null;
    return [...new Set([...rules.flatMap(({ fields = [] }) => fields), ...more])];
  };
  const isDenied = (options: Options): boolean =>
    ability.cannot(options.action ?? own ?? '', options.subject ?? model);
  const fieldsFor = (options: Options, more: readonly string[]): readonly string[] | null =>
    isDenied(options) ? more : allowed(options, more);
  const walkData = async (
    data: unknown,
    visitors: (entry: unknown) => readonly Visitor[],
  ): Promise<unknown> => {
    if (Array.isArray(data)) return Promise.all(data.map((each) => walkData(each, visitors)));
    let left = data;
    for (const visitor of visitors(data)) left = await runWalk(walkEntity(visitor, context, left));
    return left;
  };
  const subjectOf = (entry: unknown, { subject }: Options): unknown =>
    subject ?? (isPlainObject(entry) ? toSubject(entry, model) : model);
  const walkQuery = async (query: Fields, visitor: Visitor): Promise<Fields> => {
    const result: Fields = { ...query };
    for (const [name, walk] of Object.entries(QUERY_WALKS)) {
      if (query[name]) result[name] = await runWalk(walk(visitor, context, query[name]));
    }
    return result;
  };
  const sanitizeInput = (data: unknown, options: Options = {}): Promise<unknown> =>
    walkData(data, (entry) => {
      const at = { ...options, subject: subjectOf(entry, options) };
      return [removeDisallowedFields(fieldsFor(at, ['__component', ...invisibleWritable]))];
    });
  /** Null without a permission, as in Strapi: code checks `isAllowed` before. */
  const getQuery = (action = own): Fields | null => {
    if (action === undefined) throw new Error('Action must be defined to build a permission query');
    const rules = ability.rulesFor(action, model);
    if (rules.length === 0) return null;
    const conditions = rules.flatMap((rule) => rule.conditions ?? []);
    return conditions.length < rules.length ? {} : { $or: conditions };
  };
  return {
    ability,
    action: own,
    model,
    get isAllowed() {
      return ability.can(own ?? '', model);
    },
    toSubject: (entry: unknown, uid = model) => toSubject(entry, uid),
    getQuery,
    addPermissionsQueryTo(query: Fields = {}, action = own): Fields {
      const condition = getQuery(action) ?? undefined;
      const { filters } = query;
      if (!isPlainObject(filters)) return { ...query, filters: condition };
      return { ...query, filters: condition ? { $and: [filters, condition] } : filters };
    },
    sanitizeInput,
    pickPermittedFieldsOf: sanitizeInput,
    sanitizeOutput: (data: unknown, options: Options = {}) =>
      walkData(data, (entry) => {
        const at = { ...options, subject: subjectOf(entry, options) };
        return [shortCreators, removeDisallowedFields(fieldsFor(at, ofOutput)), removePassword];
      }),
    sanitizeQuery: (query: Fields, options: Options = {}) =>
      walkQuery(
        query,
        removeDisallowedFields(fieldsFor(options, [...OF_QUERIES, ...invisibleWritable])),
      ),
    /** @throws ValidationError for a field that the administrator may not read */
    async validateQuery(query: Fields, options: Options = {}): Promise<true> {
      const fields = fieldsFor(options, [...OF_QUERIES, ...invisibleWritable]);
      await walkQuery(query, throwDisallowedFields(fields));
      return true;
    },
    /** @throws ValidationError for a field that the administrator may not write */
    async validateInput(data: unknown, options: Options = {}): Promise<true> {
      await walkData(data, (entry) => {
        const at = { ...options, subject: subjectOf(entry, options) };
        return [throwDisallowedFields(fieldsFor(at, [...STATIC, ...invisibleWritable]))];
      });
      return true;
    },
  };
}

/** Reduces related administrators to what others may see. */
const shortCreators: Visitor = ({ key, value, attribute }, { set }) => {
  if (attribute?.type !== 'relation' || attribute['target'] !== 'admin::user' || !value) return;
  const short = (user: unknown): unknown =>
    isPlainObject(user)
      ? Object.fromEntries(
          OF_CREATORS.flatMap((name) => (name in user ? [[name, user[name]]] : [])),
        )
      : user;
  set(key, Array.isArray(value) ? value.map(short) : short(value));
};
