// Services of users-permissions that an extension of the project has replaced.
import type { JsonObject } from '../../base/json.ts';
import type { CreateRequest, DeleteRequest, UpdateRequest } from '../../documents/write-request.ts';
import type { DocumentWriter } from '../../documents/writer.ts';
import { USER } from '../../schema/built-in/uids.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadSteps, WriteSteps } from '../../storage/session.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import { isStoredPassword } from '../password-hash.ts';

/** Replaced functions; undefined: Quoin's own. Read them for each call: code may replace them at any time. */
export interface UserOverrides {
  /** Creates a user. @returns the row id */
  readonly add?: ((values: JsonObject) => Promise<number>) | undefined;
  /** Changes a user. @param id Row id */
  readonly edit?: ((id: number, values: JsonObject) => Promise<void>) | undefined;
  /** Deletes a user. @param id Row id */
  readonly remove?: ((id: number) => Promise<void>) | undefined;
  readonly validatePassword?: ((password: string, hash: string) => Promise<boolean>) | undefined;
  /** Issues the token of a user in `legacy-support` mode. @param id Row id */
  readonly issueToken?: ((id: number) => Promise<string>) | undefined;
  /** Sends the link that confirms an address. @param id Row id of the user */
  readonly sendConfirmation?: ((id: number) => Promise<void>) | undefined;
}

/** Writes of users are document calls in Strapi, except deletions and sign-ups with a provider: these parameters. */
export const USER_CALL: JsonObject = { populate: ['role'] };

/** Writes users. */
export type UserWriter = Pick<DocumentWriter, 'create' | 'update' | 'delete'>;

interface WriterDependencies {
  readonly writer: UserWriter;
  readonly overrides: UserOverrides;
  readonly database: Database;
  readonly tables: Tables;
}

/**
 * A writer of users that delegates to project code, which opens its own transactions. If a step after `add` fails, such
 * as the check that no parallel registration has the same name, the added user is deleted.
 */
export function overriddenWriter(dependencies: WriterDependencies): UserWriter {
  const { writer, overrides, database, tables } = dependencies;
  const before = async ({ beforeWrite }: Pick<CreateRequest, 'beforeWrite'>): Promise<void> => {
    if (beforeWrite) await database.transact(beforeWrite());
  };
  const finish = <Entry>(
    { afterWrite, response }: CreateRequest<Entry>,
    row: number,
  ): Promise<Entry> =>
    database.transact(
      (function* (): WriteSteps<Entry> {
        if (afterWrite) yield* afterWrite(row);
        const [entry] = yield* response.written([row]);
        if (entry === undefined) throw new Error(`The user ${row} does not exist.`);
        return entry;
      })(),
    );
  const removal = (row: number): WriteSteps<unknown> =>
    tables.statements.delete(tables.layout.table(USER), [{ column: 'id', is: row }]);
  return {
    async create<Entry>(request: CreateRequest<Entry>): Promise<Entry> {
      const { add } = overrides;
      if (!add) return writer.create(request);
      await before(request);
      const row = await add(request.data);
      return finish(request, row).catch(async (error: unknown) => {
        await database.transact(removal(row));
        throw error;
      });
    },
    async update<Entry>(request: UpdateRequest<Entry>): Promise<Entry> {
      const { edit } = overrides;
      const row = edit && (await database.read(rowOf(tables, request.documentId)));
      if (!edit || row === null || row === undefined) return writer.update(request);
      await before(request);
      await edit(row, request.data);
      return finish(request, row);
    },
    async delete<Entry>(request: DeleteRequest<Entry>): Promise<readonly Entry[]> {
      const { remove } = overrides;
      const row = remove && (await database.read(rowOf(tables, request.documentId)));
      if (!remove || row === null || row === undefined) return writer.delete(request);
      const entry = await database.read(request.response.matching(row));
      await remove(row);
      return entry === null ? [] : [entry];
    },
  };
}

function* rowOf(
  { layout, statements }: Tables,
  documentId: string | null,
): ReadSteps<number | null> {
  const [row] = yield* statements.select(layout.table(USER), {
    columns: ['id'],
    where: [{ column: 'document_id', is: documentId }],
  });
  return row ? Number(row[0]) : null;
}

/** True for the right password. @param hash Null if the account has none, or does not exist */
export async function isRightPassword(
  { validatePassword }: UserOverrides,
  password: string,
  hash: string | null,
): Promise<boolean> {
  if (!validatePassword || hash === null) return isStoredPassword(password, hash, 'user');
  return validatePassword(password, hash);
}
