// In charge of users as others make, change and delete them: who may, may everything about them, the role included
// (docs/strapi/access.md, "Permissions"; docs/strapi/accounts.md, "Users" and "Relations of users").
import { AppError, invalidKey, validationError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { AlsoWrite, WriteAnswer } from '../../documents/write-request.ts';
import type { DocumentWriter } from '../../documents/writer.ts';
import type { ReadAccess } from '../../query/access.ts';
import { populated, readParams } from '../../query/params.ts';
import type { Reader } from '../../query/read.ts';
import { ROLE, USER } from '../../schema/built-in/uids.ts';
import { toText } from '../../schema/raw.ts';
import type { ContentType } from '../../schema/types.ts';
import type { Database, Reading } from '../../storage/database.ts';
import { findRole } from '../roles/role-writes.ts';
import { revokeSessions } from '../sessions.ts';
import type { Tables } from '../tables.ts';
import { readAdvancedSettings } from '../users/advanced-settings.ts';
import { assertFree, type Distinct } from './taken.ts';

/** What users are kept with. */
export interface UserRecordParts {
  readonly database: Database;
  readonly tables: Tables;
  readonly reader: Reader;
  readonly writer: DocumentWriter;
  /** The type of users, with what the project adds to it. */
  readonly type: ContentType;
}

/** Who asks, as far as it decides what is answered. */
interface Asked {
  readonly access: ReadAccess;
  readonly body: unknown;
}

/** Makes, changes and deletes users. */
export class UserRecords {
  readonly #parts: UserRecordParts;

  constructor(parts: UserRecordParts) {
    this.#parts = parts;
  }

  /** Makes a user. @returns it as JSON text, with the role where the caller may find roles. @throws AppError */
  async create({ access, body }: Asked): Promise<string> {
    assertBody(body);
    const { checkNewUser } = await import('./user-forms.ts');
    const sent = await checkNewUser(body);
    const { database, tables, writer, type } = this.#parts;
    const email = String(sent['email']).toLowerCase();
    const settings = await database.read(readAdvancedSettings());
    const distinct = settings['unique_email']
      ? [{ attribute: 'email', value: email } as const]
      : [];
    await database.read(assertFree(tables, distinct, null));
    const role = sent['role'] || (await this.#defaultRole(settings));
    const data = writable(type, { ...sent, email, provider: 'local', role });
    try {
      const also = this.#stillFree(distinct);
      return await writer.create({ type, data, answer: this.#answer(access, true), also });
    } catch (error) {
      throw asApplicationError(error);
    }
  }

  /** Changes a user. @param id Row id. @returns it as JSON text, as above. @throws NotFoundError, AppError */
  async update(id: number | null, { access, body }: Asked): Promise<string> {
    const { database, tables, writer, type } = this.#parts;
    const user = id === null ? null : await database.read(findStored(tables, id));
    if (!user) throw userNotFound();
    assertBody(body);
    const { checkChangedUser } = await import('./user-forms.ts');
    const sent = await checkChangedUser(body);
    if (Object.hasOwn(sent, 'id')) throw invalidKey({ key: 'id', path: 'id', source: 'body' });
    const isLocal = user.provider === 'local';
    if (isLocal && Object.hasOwn(sent, 'password') && !sent['password']) {
      throw validationError('password.notNull');
    }
    const settings = await database.read(readAdvancedSettings());
    const email = typeof sent['email'] === 'string' ? sent['email'].toLowerCase() : undefined;
    const distinct: readonly Distinct[] = [
      ...distinctText('username', sent['username']),
      ...(settings['unique_email'] ? distinctText('email', email) : []),
    ];
    await database.read(assertFree(tables, distinct, user.id));
    const data = writable(type, { ...sent, ...(email === undefined ? {} : { email }) });
    const isFree = this.#stillFree(distinct);
    const also: AlsoWrite = function* (row) {
      yield* isFree(row);
      if (data['password']) yield* revokeSessions(tables, 'users-permissions', String(row));
    };
    const { documentId } = user;
    try {
      const answer = this.#answer(access, true);
      return await writer.update({ type, documentId, data, answer, also });
    } catch (error) {
      throw withoutSecrets(type, error);
    }
  }

  /** Deletes a user. @returns it as JSON text, as it was; null where there is none */
  async delete(id: number | null, access: ReadAccess): Promise<string | null> {
    const { database, tables, writer, type } = this.#parts;
    const user = id === null ? null : await database.read(findStored(tables, id));
    if (!user) return null;
    const { documentId } = user;
    const answer = this.#answer(access, false);
    const [deleted = null] = await writer.delete({ type, documentId, answer, withEntries: true });
    return deleted;
  }

  /** Row id of the role that is given where none is named. @throws ApplicationError */
  async #defaultRole(settings: JsonObject): Promise<number> {
    const { database, tables } = this.#parts;
    const role = findRole(tables, { type: toText(settings['default_role']) ?? '' });
    const id = await database.read(role);
    if (id !== null) return id;
    throw new AppError('ApplicationError', 'Impossible to find the default role');
  }

  /** Others may have been faster: looked at once more with the row in its place. */
  #stillFree(distinct: readonly Distinct[]): AlsoWrite {
    const { tables } = this.#parts;
    return (row) => assertFree(tables, distinct, row);
  }

  #answer(access: ReadAccess, withRole: boolean): WriteAnswer {
    const { reader, type } = this.#parts;
    const isShown = withRole && type.attributes.has('role');
    const params = readParams(isShown ? { populate: populated('role') } : {});
    const one = { by: 'row', filtered: !withRole } as const;
    const read = reader.prepare({ type, one, params, access });
    return reader.answerTexts({ ...read, access: withRoles(access) }, 'v5');
  }
}

/** What may be linked to: a role by everybody who may write users, all else by who may find it. */
function withRoles({ key, mayFind }: ReadAccess): ReadAccess {
  return { key: `${key} and roles`, mayFind: (uid) => uid === ROLE || mayFind(uid) };
}

/** @throws ValidationError for a request without one */
function assertBody(body: unknown): void {
  if (body === undefined) throw validationError('Request body cannot be empty');
}

/** A user as far as a change depends on it. */
interface StoredUser {
  readonly id: number;
  readonly documentId: string;
  readonly provider: unknown;
}

function* findStored({ layout, statements }: Tables, id: number): Reading<StoredUser | null> {
  const [row] = yield* statements.select(layout.table(USER), {
    columns: ['document_id', layout.column(USER, 'provider')],
    where: [{ column: 'id', is: id }],
  });
  return row ? { id, documentId: String(row[0]), provider: row[1] } : null;
}

function distinctText(
  attribute: Distinct['attribute'],
  value: JsonValue | undefined,
): readonly Distinct[] {
  return typeof value === 'string' ? [{ attribute, value }] : [];
}

/** What is sent and nobody writes: it is left out without a word, as are unknown keys. */
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
  const kept = Object.entries(sent).filter(
    ([name]) => attributes.has(name) && !SET_BY_SYSTEM.has(name),
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [name, name === 'role' ? knownParts(value) : value]),
  );
}

/** What means something in a relation: the form of a role lets other keys pass. */
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

/** Whatever is wrong with a new user beyond its form is told in one line. */
function asApplicationError(error: unknown): unknown {
  const isToldShort = error instanceof AppError && error.name === 'ValidationError';
  return isToldShort ? new AppError('ApplicationError', error.message) : error;
}

/** An error that shows all that was sent does not show what nobody may read. */
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
  return new AppError(error.name, error.message, { ...error.details, errors: shown });
}
