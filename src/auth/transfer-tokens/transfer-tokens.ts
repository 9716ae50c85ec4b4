// Transfer tokens as the admin API manages them: each call is one transaction and fails as in Strapi
// (docs/strapi/administration.md, "Transfer tokens").
import { AppError } from '../../base/errors.ts';
import { toIso, toTime } from '../../base/iso-time.ts';
import { TRANSFER_TOKEN_PERMISSION } from '../../schema/built-in/uids.ts';
import type { Database } from '../../storage/database.ts';
import type { WriteSteps } from '../../storage/session.ts';
import { createTokenKey, hashToken } from '../api-tokens/token-keys.ts';
import { linkedRows, type Tables } from '../../documents/rows/built-in-rows.ts';
import { TRANSFER_TOKENS } from '../permissions.ts';
import { assertNameAvailable, changeToken, insertToken, removeToken } from '../token-rows.ts';
import { readTransferTokens, type StoredTransferToken } from './stored-transfer-tokens.ts';
import type { TransferTokenUpdate, TransferTokenInput } from './transfer-token-form.ts';

interface TransferTokenDependencies {
  readonly database: Database;
  readonly tables: Tables;
  /** `transfer.token.salt` of the project. */
  readonly salt: string;
}

/** A token with its plain key, which is not stored. */
export interface IssuedTransferToken {
  readonly token: StoredTransferToken;
  readonly plain: string;
}

/** Manages transfer tokens. */
export class TransferTokens {
  readonly #dependencies: TransferTokenDependencies;

  constructor(dependencies: TransferTokenDependencies) {
    this.#dependencies = dependencies;
  }

  /** All tokens by name. */
  list(): Promise<readonly StoredTransferToken[]> {
    return this.#dependencies.database.read(readTransferTokens(this.#dependencies.tables));
  }

  /** @throws NotFoundError */
  find(id: number): Promise<StoredTransferToken> {
    return this.#dependencies.database.read(existing(this.#dependencies.tables, id));
  }

  /** @throws ApplicationError if the name is taken */
  create({ lifespan, permissions, ...texts }: TransferTokenInput): Promise<IssuedTransferToken> {
    const { database, tables } = this.#dependencies;
    const { plain, accessKey } = this.#newKey();
    const token = { values: { ...texts, accessKey }, lifespan, permissions };
    return database.transact(
      (function* (): WriteSteps<IssuedTransferToken> {
        assertNameAvailable(yield* readTransferTokens(tables, { name: texts.name }));
        const id = yield* insertToken(tables, TRANSFER_TOKENS, token);
        return { token: yield* existing(tables, id), plain };
      })(),
    );
  }

  /** @throws ApplicationError, NotFoundError */
  update(
    id: number,
    { permissions, ...values }: TransferTokenUpdate,
  ): Promise<StoredTransferToken> {
    const { database, tables } = this.#dependencies;
    const { name } = values;
    return database.transact(
      (function* (): WriteSteps<StoredTransferToken> {
        const token = yield* existing(tables, id);
        if (name !== undefined)
          assertNameAvailable(yield* readTransferTokens(tables, { name }), id);
        yield* changeToken(tables, TRANSFER_TOKENS, { token, values, permissions });
        return yield* existing(tables, id);
      })(),
    );
  }

  /** Replaces the key of a token; the old one stops working. @throws NotFoundError */
  regenerate(id: number): Promise<IssuedTransferToken> {
    const { database, tables } = this.#dependencies;
    const { plain, accessKey } = this.#newKey();
    return database.transact(
      (function* (): WriteSteps<IssuedTransferToken> {
        const token = yield* existing(tables, id);
        yield* changeToken(tables, TRANSFER_TOKENS, { token, values: { accessKey } });
        return { token, plain };
      })(),
    );
  }

  /** Deletes a token. @returns the token in Strapi's format, with complete permission rows; null if it does not exist */
  remove(id: number): Promise<object | null> {
    const { database, tables } = this.#dependencies;
    return database.transact(
      (function* (): WriteSteps<object | null> {
        const [token] = yield* readTransferTokens(tables, { id });
        if (!token) return null;
        const permissions = yield* permissionRows(tables, id);
        yield* removeToken(tables, TRANSFER_TOKENS, id);
        return { ...token, permissions };
      })(),
    );
  }

  #newKey(): { readonly plain: string; readonly accessKey: string } {
    const plain = createTokenKey();
    return { plain, accessKey: hashToken(plain, this.#dependencies.salt) };
  }
}

function* existing(tables: Tables, id: number): WriteSteps<StoredTransferToken> {
  const [token] = yield* readTransferTokens(tables, { id });
  if (!token) throw new AppError('NotFoundError', 'Transfer token not found');
  return token;
}

function* permissionRows(tables: Tables, token: number): WriteSteps<readonly object[]> {
  const { layout, statements } = tables;
  const uid = TRANSFER_TOKEN_PERMISSION;
  const linked = { uid: TRANSFER_TOKENS.owner, attribute: 'permissions' };
  const ids = (yield* linkedRows(tables, linked, [token])).get(token) ?? [];
  const rows = yield* statements.select(layout.table(uid), {
    columns: [
      'id',
      layout.column(uid, 'documentId'),
      layout.column(uid, 'action'),
      ...['createdAt', 'updatedAt', 'publishedAt'].map((name) => ({
        column: layout.column(uid, name),
        as: 'datetime' as const,
      })),
    ],
    where: [{ column: 'id', in: ids }],
    order: ['id'],
  });
  return rows.map(([id, documentId, action, ...times]) => {
    const [createdAt, updatedAt, publishedAt] = times.map((time) => toIso(toTime(time)));
    return {
      id: Number(id),
      documentId,
      action,
      createdAt,
      updatedAt,
      publishedAt,
      locale: null,
    };
  });
}
