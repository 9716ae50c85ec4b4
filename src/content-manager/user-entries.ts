// End users as entries: administrators create and update them by the rules of the users API, so that they can sign in
// (docs/strapi/content-manager.md, "End users").
import { revokeSessions } from '../auth/sessions.ts';
import { assertAvailable, type UniqueValue } from '../auth/user-records/uniqueness.ts';
import { readAdvancedSettings } from '../auth/users/advanced-settings.ts';
import { AppError } from '../base/errors.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import type { ContentManagerDependencies } from './dependencies.ts';
import type { EntrySubject } from './entry-access.ts';
import type { EntryResponse } from './entry-view.ts';
import type { DocumentWrite, EntryWrites, SentWrite } from './entry-writes.ts';
import { missing } from './errors.ts';
import type { WriteRequests } from './write-requests.ts';

/** Creates and updates end users. */
export class UserEntries {
  readonly #dependencies: ContentManagerDependencies;
  readonly #requests: WriteRequests;
  readonly #writes: EntryWrites;

  constructor(
    dependencies: ContentManagerDependencies,
    requests: WriteRequests,
    writes: EntryWrites,
  ) {
    this.#dependencies = dependencies;
    this.#requests = requests;
    this.#writes = writes;
  }

  /** Creates a user. Role and password are required. @throws AppError */
  async create(subject: EntrySubject, { body }: SentWrite): Promise<EntryResponse> {
    const { context } = this.#dependencies;
    const access = this.#requests.access.toNew(subject, 'create', null);
    const { checkNewUser } = await import('../auth/user-records/user-forms.ts');
    const sent = withLowerEmail(await checkNewUser(body ?? {}));
    const distinct = await this.#assertAvailable(sent, null);
    const data = this.#requests.written(subject, access, sent);
    const version = { locale: null, status: 'published' as const };
    return this.#writes
      .createFrom(subject, version, {
        data: { ...data, provider: 'local' },
        afterWrite: (row) => assertAvailable(context, distinct, row),
      })
      .catch(asApplicationError);
  }

  /** Updates a user. An empty password changes nothing; a new one ends the user's sessions. @throws AppError */
  async update(subject: EntrySubject, write: DocumentWrite): Promise<EntryResponse> {
    const { documentId, body } = write;
    const [row] = await this.#requests.rowsOf(subject, documentId);
    if (!row) throw missing('Entity not found');
    const version = { documentId, locale: null, status: 'published' as const };
    const access = await this.#requests.access.assertTo(subject, 'update', version);
    const { checkChangedUser } = await import('../auth/user-records/user-forms.ts');
    const { password, ...others } = await checkChangedUser(body ?? {});
    const isNewPassword = typeof password === 'string' && password !== '';
    const sent = withLowerEmail(isNewPassword ? { ...others, password } : others);
    const distinct = await this.#assertAvailable(sent, row.id);
    const { context } = this.#dependencies;
    const endsSessions = isNewPassword && access.mayWrite(['password']);
    return this.#writes.update(subject, {
      ...write,
      body: sent,
      // In case another request was faster.
      *afterWrite(written) {
        yield* assertAvailable(context, distinct, written);
        if (endsSessions) yield* revokeSessions(context, 'users-permissions', String(written));
      },
    });
  }

  /**
   * @param except Row id of the user who may have the values, or null
   * @returns the values that must be unique @throws ApplicationError
   */
  async #assertAvailable(
    { username, email }: JsonObject,
    except: number | null,
  ): Promise<readonly UniqueValue[]> {
    const { database, context } = this.#dependencies;
    const settings = await database.read(readAdvancedSettings());
    const distinct: readonly UniqueValue[] = [
      ...(typeof username === 'string'
        ? [{ attribute: 'username', value: username } as const]
        : []),
      ...(typeof email === 'string' && settings['unique_email']
        ? [{ attribute: 'email', value: email } as const]
        : []),
    ];
    await database.read(assertAvailable(context, distinct, except));
    return distinct;
  }
}

function withLowerEmail(sent: JsonObject): JsonObject {
  const { email } = sent;
  return typeof email === 'string' ? { ...sent, email: email.toLowerCase() } : sent;
}

/** Removes the details of errors that the form of a new user does not find, as in Strapi. */
function asApplicationError(error: unknown): never {
  const isInvalid = error instanceof AppError && error.name === 'ValidationError';
  throw isInvalid ? new AppError('ApplicationError', error.message) : error;
}

/** Returns the entry without an envelope, as Strapi does for users. */
export function userEntry({ data }: EntryResponse): JsonObject {
  return isJsonObject(data) ? data : {};
}
