// Dependencies of account services, and how users are read and returned.
import type { JsonObject } from '../../base/json.ts';
import type { WriteAnswer } from '../../documents/write-request.ts';
import type { DocumentWriter } from '../../documents/writer.ts';
import { fullAccess, type ReadAccess } from '../../query/access.ts';
import type { Reader } from '../../query/read.ts';
import type { ContentType } from '../../schema/types.ts';
import type { Database } from '../../storage/database.ts';
import type { Tables } from '../tables.ts';
import type { AccountMails } from './account-mails.ts';
import { readAdvancedSettings } from './advanced-settings.ts';
import type { PasswordRule } from './password-rule.ts';
import type { SignIns, Tokens } from './sign-in.ts';

export interface AccountParts {
  readonly database: Database;
  readonly tables: Tables;
  readonly reader: Reader;
  readonly writer: DocumentWriter;
  /** Type of users with the project's attributes. */
  readonly type: ContentType;
  readonly signIns: SignIns;
  readonly mails: AccountMails;
  /** Null if the project has no rule. */
  readonly passwordRule: PasswordRule | null;
  /** Additional fields that a registration may contain. */
  readonly allowedFields: readonly string[];
}

/** Result of a sign-in. */
export interface SignedIn {
  /** Null if the address must be confirmed first. */
  readonly tokens: Tokens | null;
  /** JSON text. */
  readonly user: string;
}

/** How a written user is returned: with the role if it is requested and the caller may find it. */
export function userAnswer(
  { reader, type }: Pick<AccountParts, 'reader' | 'type'>,
  access: ReadAccess,
  withRole = false,
): WriteAnswer {
  const query = withRole && type.attributes.has('role') ? { populate: 'role' } : '';
  const read = reader.prepare({ type, one: { by: 'row' }, paging: 'none', query, access });
  // The write itself may reach rows that the caller may not find.
  return { read: { ...read, access: fullAccess }, format: 'v5' };
}

/** Returns a user as the caller may see it, as JSON text. @param id Row id */
export async function readUser(
  { reader, type }: Pick<AccountParts, 'reader' | 'type'>,
  id: number,
  access: ReadAccess,
): Promise<string> {
  const one = { by: 'id', value: String(id) } as const;
  const read = reader.prepare({ type, one, paging: 'none', query: '', access });
  const { entries } = await reader.execute(read, 'v5');
  return entries[0] ?? 'null';
}

/** Current settings. */
export function settingsOf({ database }: Pick<AccountParts, 'database'>): Promise<JsonObject> {
  return database.read(readAdvancedSettings());
}
