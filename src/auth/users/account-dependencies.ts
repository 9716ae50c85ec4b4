// Dependencies of account services, and how users are read and returned.
import type { JsonObject } from '../../base/json.ts';
import type { ResponseRequest } from '../../documents/write-request.ts';
import { fullAccess, type ReadAccess } from '../../query/access.ts';
import type { EntryObject } from '../../query/object-builder.ts';
import { populateOne, readParams } from '../../query/params.ts';
import type { Reader } from '../../query/read.ts';
import type { ContentType } from '../../schema/types.ts';
import type { Database } from '../../storage/database.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import type { AccountMails } from './account-mails.ts';
import { readAdvancedSettings } from './advanced-settings.ts';
import type { SignIns, Tokens } from './sign-in.ts';
import type { UserOverrides, UserWriter } from './user-overrides.ts';

export interface AccountDependencies {
  readonly database: Database;
  readonly tables: Tables;
  readonly reader: Reader;
  readonly writer: UserWriter;
  readonly overrides: UserOverrides;
  /** Type of users with the project's attributes. */
  readonly type: ContentType;
  readonly signIns: SignIns;
  readonly mails: AccountMails;
  /** Null if the project has no rule. */
  readonly passwordRule: PasswordRule | null;
  /** Additional fields that a registration may contain. */
  readonly allowedFields: readonly string[];
}

/** Returns why a password is rejected, or null. A missing password is checked as well, as undefined. */
export type PasswordRule = (password: string | undefined) => Promise<string | null>;

/** Creates the rule of a project's function `validationRules.validatePassword`: it rejects by returning false or by throwing an error, whose message is used. */
export function passwordRule(isValid: (password: string | undefined) => unknown): PasswordRule {
  return async (password) => {
    try {
      return (await isValid(password)) ? null : 'Password validation failed.';
    } catch (error) {
      return (error instanceof Error && error.message) || 'An error occurred.';
    }
  };
}

export interface SignInResult {
  /** Null if the address must be confirmed first. */
  readonly tokens: Tokens | null;
  readonly user: EntryObject | null;
}

/** How a written user is returned: with the role if it is requested and the caller may find it. */
export function userResponse(
  { reader, type }: Pick<AccountDependencies, 'reader' | 'type'>,
  access: ReadAccess,
  withRole = false,
): ResponseRequest<EntryObject> {
  const isShown = withRole && type.attributes.has('role');
  const params = readParams(isShown ? { populate: populateOne('role') } : {});
  const read = reader.prepare({ type, one: { by: 'row' }, params, access });
  // These writes do not act for the caller, so they may access rows that the caller cannot find.
  return reader.objectResponse({ ...read, access: fullAccess });
}

/** A user with the attributes that the caller may read; null if the user does not exist. @param id Row id */
export async function readUser(
  { reader, type }: Pick<AccountDependencies, 'reader' | 'type'>,
  id: number,
  access: ReadAccess,
): Promise<EntryObject | null> {
  const one = { by: 'id', value: String(id) } as const;
  const read = reader.prepare({ type, one, params: readParams(), access });
  const { entries } = await reader.objects(read);
  return entries[0] ?? null;
}

/** Current settings. */
export function settingsOf({
  database,
}: Pick<AccountDependencies, 'database'>): Promise<JsonObject> {
  return database.read(readAdvancedSettings());
}
