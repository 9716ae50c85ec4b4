// Creates, updates and deletes users through the users API: callers with the permission may set every attribute,
// including the role (docs/strapi/access.md, "Permissions"; docs/strapi/accounts.md, "Users" and "Relations of
// users").
import { AppError, invalidKey, validationError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { Caller } from '../../documents/content-events.ts';
import { toInstant } from '../../documents/values/check-date-time.ts';
import type { AfterWrite, ResponseRequest } from '../../documents/write-request.ts';
import type { ReadAccess } from '../../query/access.ts';
import { populateOne, readParams } from '../../query/params.ts';
import type { Reader } from '../../query/read.ts';
import { ROLE, USER } from '../../schema/built-in/uids.ts';
import { toText } from '../../schema/raw.ts';
import type { ContentType } from '../../schema/types.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadSteps } from '../../storage/session.ts';
import { findRole } from '../roles/role-writes.ts';
import { revokeSessions } from '../sessions.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import { readAdvancedSettings } from '../users/advanced-settings.ts';
import { USER_CALL, type UserWriter } from '../users/user-overrides.ts';
import { assertAvailable, type UniqueValue } from './uniqueness.ts';

export interface UserRecordDependencies {
  readonly database: Database;
  readonly tables: Tables;
  readonly reader: Reader;
  readonly writer: UserWriter;
  /** Type of users with the project's attributes. */
  readonly type: ContentType;
}

/** A request with its access. */
interface UserRequest {
  readonly access: ReadAccess;
  readonly body: unknown;
  /** The caller, as events name them. */
  readonly by: Caller;
}

/** Creates, updates and deletes users. */
export class UserRecords {
  readonly #dependencies: UserRecordDependencies;

  constructor(dependencies: UserRecordDependencies) {
    this.#dependencies = dependencies;
  }

  /** Creates a user. @returns it as JSON text, with the role if the caller may find roles @throws AppError */
  async create({ access, body, by }: UserRequest): Promise<string> {
    assertBody(body);
    const { checkNewUser } = await import('./user-forms.ts');
    const sent = await checkNewUser(body);
    const { database, tables, writer, type } = this.#dependencies;
    const email = String(sent['email']).toLowerCase();
    const settings = await database.read(readAdvancedSettings());
    const distinct = settings['unique_email']
      ? [{ attribute: 'email', value: email } as const]
      : [];
    await database.read(assertAvailable(tables, distinct, null));
    const role = sent['role'] || (await this.#defaultRole(settings));
    const data = writable(type, { ...sent, email, provider: 'local', role });
    try {
      const afterWrite = this.#availabilityCheck(distinct);
      return await writer.create({
        type,
        data,
        times: timesOf(sent, ['createdAt', 'updatedAt']),
        response: this.#responseRequest(access, true),
        by,
        documentCall: USER_CALL,
        afterWrite,
      });
    } catch (error) {
      throw asApplicationError(error);
    }
  }

  /** Updates a user. @param id Row id @returns it as JSON text, without what the caller may not read @throws NotFoundError, AppError */
  async update(id: number | null, { access, body, by }: UserRequest): Promise<string> {
    const { database, tables, writer, type } = this.#dependencies;
    const user = id === null ? null : await database.read(findStored(tables, id));
    if (!user) throw userNotFound();
    assertBody(body);
    const { checkChangedUser } = await import('./user-forms.ts');
    const sent = await checkChangedUser(body);
    if (Object.hasOwn(sent, 'id')) throw invalidKey({ key: 'id', path: 'id', source: 'body' });
    const hasLocalPassword = user.provider === 'local';
    if (hasLocalPassword && Object.hasOwn(sent, 'password') && !sent['password']) {
      throw validationError('password.notNull');
    }
    const settings = await database.read(readAdvancedSettings());
    const email = typeof sent['email'] === 'string' ? sent['email'].toLowerCase() : undefined;
    const distinct: readonly UniqueValue[] = [
      ...distinctText('username', sent['username']),
      ...(settings['unique_email'] ? distinctText('email', email) : []),
    ];
    await database.read(assertAvailable(tables, distinct, user.id));
    const data = writable(type, { ...sent, ...(email === undefined ? {} : { email }) });
    const isFree = this.#availabilityCheck(distinct);
    const afterWrite: AfterWrite = function* (row) {
      yield* isFree(row);
      if (data['password']) yield* revokeSessions(tables, 'users-permissions', String(row));
    };
    const { documentId } = user;
    try {
      const response = this.#responseRequest(access, true);
      const times = timesOf(sent, ['createdAt']);
      return await writer.update({
        type,
        documentId,
        data,
        times,
        response,
        by,
        documentCall: USER_CALL,
        afterWrite,
      });
    } catch (error) {
      throw withoutSecrets(type, error);
    }
  }

  /** Deletes a user. @returns the deleted user as JSON text, or null if it does not exist */
  async delete(
    id: number | null,
    { access, by }: Pick<UserRequest, 'access' | 'by'>,
  ): Promise<string | null> {
    const { database, tables, writer, type } = this.#dependencies;
    const user = id === null ? null : await database.read(findStored(tables, id));
    if (!user) return null;
    const { documentId } = user;
    const response = this.#responseRequest(access, false);
    const request = { type, documentId, response, withEntries: true, by };
    const [deleted = null] = await writer.delete(request);
    return deleted;
  }

  /** Row id of the default role. @throws ApplicationError */
  async #defaultRole(settings: JsonObject): Promise<number> {
    const { database, tables } = this.#dependencies;
    const role = findRole(tables, { type: toText(settings['default_role']) ?? '' });
    const id = await database.read(role);
    if (id !== null) return id;
    throw new AppError('ApplicationError', 'Impossible to find the default role');
  }

  /** Checks again after the row is written, in case another request was faster. */
  #availabilityCheck(distinct: readonly UniqueValue[]): AfterWrite {
    const { tables } = this.#dependencies;
    return (row) => assertAvailable(tables, distinct, row);
  }

  #responseRequest(access: ReadAccess, withRole: boolean): ResponseRequest {
    const { reader, type } = this.#dependencies;
    const isShown = withRole && type.attributes.has('role');
    const params = readParams(isShown ? { populate: populateOne('role') } : {});
    const one = { by: 'row', filtered: !withRole } as const;
    const read = reader.prepare({ type, one, params, access });
    return reader.textResponse({ ...read, access: withRoles(access) }, 'v5');
  }
}

/** Rows that may be linked: roles by every caller who may write users, others by callers who may find them. */
function withRoles({ key, mayFind }: ReadAccess): ReadAccess {
  return { key: `${key} and roles`, mayFind: (uid) => uid === ROLE || mayFind(uid) };
}

/** @throws ValidationError for a request without a body */
function assertBody(body: unknown): void {
  if (body === undefined) throw validationError('Request body cannot be empty');
}

/** A user with the attributes that an update needs. */
interface StoredUser {
  readonly id: number;
  readonly documentId: string;
  readonly provider: unknown;
}

function* findStored({ layout, statements }: Tables, id: number): ReadSteps<StoredUser | null> {
  const [row] = yield* statements.select(layout.table(USER), {
    columns: ['document_id', layout.column(USER, 'provider')],
    where: [{ column: 'id', is: id }],
  });
  return row ? { id, documentId: String(row[0]), provider: row[1] } : null;
}

function distinctText(
  attribute: UniqueValue['attribute'],
  value: JsonValue | undefined,
): readonly UniqueValue[] {
  return typeof value === 'string' ? [{ attribute, value }] : [];
}

/** Values of timestamps that a caller may set. @throws ValidationError */
function timesOf(sent: JsonObject, names: readonly string[]): ReadonlyMap<string, number> {
  const set = names.filter((name) => sent[name] !== undefined && sent[name] !== null);
  return new Map(set.map((name) => [name, toInstant(sent[name])]));
}

/** Attributes that `data` cannot set. Like unknown keys, they are ignored there. */
const SET_BY_SYSTEM: ReadonlySet<string> = new Set([
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'locale',
  'localizations',
]);

function writable({ attributes }: ContentType, sent: JsonObject): JsonObject {
  const remaining = Object.entries(sent).filter(
    ([name]) => attributes.has(name) && !SET_BY_SYSTEM.has(name),
  );
  return Object.fromEntries(
    remaining.map(([name, value]) => [name, name === 'role' ? knownParts(value) : value]),
  );
}

/** Keys of relation values; the form of a role accepts others. */
const RELATION_KEYS: ReadonlySet<string> = new Set([
  'id',
  'documentId',
  'connect',
  'disconnect',
  'set',
]);

function knownParts(role: JsonValue): JsonValue {
  if (!isJsonObject(role)) return role;
  return Object.fromEntries(Object.entries(role).filter(([key]) => RELATION_KEYS.has(key)));
}

function userNotFound(): AppError {
  return new AppError('NotFoundError', 'User not found');
}

/** Errors of a new user beyond its form are reported in one line. */
function asApplicationError(error: unknown): unknown {
  const isSummary = error instanceof AppError && error.name === 'ValidationError';
  return isSummary ? new AppError('ApplicationError', error.message) : error;
}

/** Removes private values from the details of an error. */
function withoutSecrets({ attributes }: ContentType, error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.name === 'NotFoundError') return userNotFound();
  const errors: unknown = error.details?.['errors'];
  if (!Array.isArray(errors)) return error;
  const shown = errors.map((each: unknown) => {
    if (!isJsonObject(each) || !isJsonObject(each['value'])) return each;
    const value = Object.entries(each['value']).filter(([name]) => !attributes.get(name)?.private);
    return { ...each, value: Object.fromEntries(value) };
  });
  return new AppError(error.name, error.message, { details: { ...error.details, errors: shown } });
}
