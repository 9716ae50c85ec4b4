// Finds the user of a profile, or creates one if the settings allow it (docs/strapi/accounts.md, "Providers").
import { randomInt, randomUUID } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import type { ResponseRequest } from '../../documents/write-request.ts';
import type { DocumentWriter } from '../../documents/writer.ts';
import { USER } from '../../schema/built-in/uids.ts';
import { toText } from '../../schema/raw.ts';
import type { ContentType } from '../../schema/types.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadSteps } from '../../storage/session.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import { findRole } from '../roles/role-writes.ts';
import { readAdvancedSettings } from '../users/advanced-settings.ts';
import type { Profile } from './provider.ts';

export interface ProviderUserDependencies {
  readonly database: Database;
  readonly tables: Tables;
  readonly writer: DocumentWriter;
  /** Type of users, as the project extends it. */
  readonly type: ContentType;
  /** Reads the row of a new user, with its role. */
  readonly response: ResponseRequest;
}

/** A profile and its provider. */
export interface ProviderLogin {
  readonly provider: string;
  readonly profile: Profile;
}

/** Number of random suffixes that are tried for a taken name. */
const NAMES_TRIED = 10;

/** Finds and creates users. */
export class ProviderUsers {
  readonly #dependencies: ProviderUserDependencies;

  constructor(dependencies: ProviderUserDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the row id of the user. @throws ApplicationError if the user may not sign in */
  async signIn(login: ProviderLogin): Promise<number> {
    const { database, tables } = this.#dependencies;
    for (let tries = 0; ; tries++) {
      const found = await database.read(findProviderUser(tables, login));
      if (found.kind === 'user') return found.id;
      try {
        return await this.#create(login, found);
      } catch (error) {
        if (!isTaken(error) || tries > 1) throw error;
      }
    }
  }

  /** @throws an error that `isTaken` recognizes if another request created the user concurrently */
  async #create(
    { provider, profile }: ProviderLogin,
    { role, uniqueEmail }: NewUser,
  ): Promise<number> {
    const { database, tables, writer, type, response } = this.#dependencies;
    const username = await database.read(availableName(tables, { type, profile }));
    const { email } = profile;
    let id = 0;
    await writer.create({
      type,
      data: { username, email, provider, confirmed: true, role },
      response,
      *afterWrite(row) {
        id = row;
        const sameEmail = yield* usersOf(tables, email);
        const isDuplicate = sameEmail.some(
          (user) => user.id !== row && (uniqueEmail || user.provider === provider),
        );
        if (isDuplicate) throw signInError('Email is already taken.', 'notUnique');
      },
    });
    return id;
  }
}

interface NewUser {
  readonly kind: 'new';
  /** Row id of the role. */
  readonly role: number;
  readonly uniqueEmail: boolean;
}

/** @throws ApplicationError */
function* findProviderUser(
  tables: Tables,
  { provider, profile }: ProviderLogin,
): ReadSteps<{ readonly kind: 'user'; readonly id: number } | NewUser> {
  const users = yield* usersOf(tables, profile.email);
  const existing = users.find((user) => user.provider === provider);
  if (existing?.blocked) throw signInError('Your account has been blocked by an administrator');
  if (existing) return { kind: 'user', id: existing.id };
  const settings = yield* readAdvancedSettings();
  if (!settings['allow_register']) throw signInError('Register action is actually not available.');
  const uniqueEmail = Boolean(settings['unique_email']);
  if (users.length > 0 && uniqueEmail) throw signInError('Email is already taken.');
  const role = yield* findRole(tables, { type: toText(settings['default_role']) ?? '' });
  if (role === null) throw signInError('Impossible to find the default role');
  return { kind: 'new', role, uniqueEmail };
}

interface StoredUser {
  readonly id: number;
  readonly provider: string;
  readonly blocked: boolean;
}

function* usersOf({ layout, statements }: Tables, email: string): ReadSteps<readonly StoredUser[]> {
  const column = (name: string): string => layout.column(USER, name);
  const rows = yield* statements.select(layout.table(USER), {
    columns: ['id', column('provider'), column('blocked')],
    where: [{ column: column('email'), is: email }],
    order: ['id'],
  });
  return rows.map(([id, provider, blocked]) => ({
    id: Number(id),
    provider: String(provider),
    blocked: Boolean(blocked),
  }));
}

/** The name of the profile, or the local part of the address; with random digits if it is too short or taken. */
function* availableName(
  { layout, statements }: Tables,
  { type, profile }: { readonly type: ContentType; readonly profile: Profile },
): ReadSteps<string> {
  const base = profile.username ?? profile.email.split('@', 1)[0] ?? '';
  const least = Number(type.attributes.get('username')?.raw['minLength'] ?? 3);
  for (let tries = base.length >= least ? 0 : 1; tries <= NAMES_TRIED; tries++) {
    const name = tries === 0 ? base : `${base}${randomInt(1000, 10_000)}`;
    const [existing] = yield* statements.select(layout.table(USER), {
      columns: ['id'],
      where: [{ column: layout.column(USER, 'username'), is: name }],
    });
    if (!existing) return name;
  }
  return randomUUID();
}

/** The name or the address was taken concurrently. */
function isTaken(error: unknown): boolean {
  return error instanceof AppError && error.reason === 'notUnique';
}

function signInError(message: string, reason: AppError['reason'] = null): AppError {
  return new AppError('ApplicationError', message, { reason });
}
