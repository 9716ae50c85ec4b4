// Registers accounts with unique usernames and email addresses (docs/strapi/accounts.md, "Registration").
import { randomBytes, randomUUID } from 'node:crypto';
import { AppError, validationError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { ReadAccess } from '../../query/access.ts';
import type { EntryObject } from '../../query/object-builder.ts';
import { toText } from '../../schema/raw.ts';
import type { ReadSteps } from '../../storage/session.ts';
import { findRole } from '../roles/role-writes.ts';
import { accountIds, findAccount, type AccountKey } from './account.ts';
import type { AccountMail } from './account-mails.ts';
import {
  settingsOf,
  userResponse,
  type AccountDependencies,
  type SignInResult,
} from './account-dependencies.ts';
import { mailLink } from './confirmation.ts';
import { USER_CALL } from './user-overrides.ts';
import { metadataOf, type Device } from './sign-in.ts';

/** A registration request. */
export interface RegisterRequest {
  readonly body: unknown;
  readonly access: ReadAccess;
  readonly device: Device;
}

/** Indexes beyond it are not listed in the message. */
const MAX_KEYS = 1000;

const ALWAYS_ALLOWED = ['username', 'password', 'email'];

/** A new account. */
interface Registered {
  readonly signedIn: SignInResult;
  /** Sends the link that confirms the address; null if none is required. @throws ApplicationError */
  readonly sendLink: (() => Promise<void>) | null;
}

/** A registration that a document middleware has responded to. */
interface Returned extends Pick<RegisterRequest, 'access' | 'device'> {
  readonly user: EntryObject;
  /** True if its address must be confirmed. */
  readonly needsLink: boolean;
}

/** Registers accounts. */
export class Registration {
  readonly #dependencies: AccountDependencies;

  constructor(dependencies: AccountDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Creates an account and signs it in, unless its address must be confirmed. @throws AppError, in the order of
   * Strapi's rules
   */
  async register({ body, access, device }: RegisterRequest): Promise<Registered> {
    const { database, tables, writer, type, signIns } = this.#dependencies;
    const settings = await settingsOf(this.#dependencies);
    if (!settings['allow_register']) throw rejected('Register action is currently disabled');
    const sent = await this.#checked(body);
    const role = await database.read(
      findRole(tables, { type: toText(settings['default_role']) ?? '' }),
    );
    if (role === null) throw rejected('Impossible to find the default role');
    const email = String(sent['email']).toLowerCase();
    const isUnique = Boolean(settings['unique_email']);
    const keys = identifiers(String(sent['username']), email).map((key): AccountKey =>
      isUnique ? key : { ...key, provider: 'local' },
    );
    await database.read(this.#assertAvailable(keys, null));
    const token = settings['email_confirmation'] ? randomBytes(20).toString('hex') : null;
    const data = {
      ...knownAttributes(type.attributes, sent),
      email,
      provider: 'local',
      role,
      confirmed: token === null,
      ...(token === null ? {} : knownAttributes(type.attributes, { confirmationToken: token })),
    };
    const signIn = signIns.begin();
    const session = { deviceId: device.id ?? randomUUID(), metadata: metadataOf(device) };
    const assertAvailable = this.#assertAvailable.bind(this);
    const user = await writer
      .create({
        type,
        data,
        response: userResponse(this.#dependencies, access, true),
        documentCall: USER_CALL,
        *afterWrite(row) {
          // Another request may have been faster.
          yield* assertAvailable(keys, row);
          if (token === null) yield* signIn.write(row, session);
          else signIn.of(row);
        },
      })
      .catch(async (error: unknown) => {
        await database.read(assertAvailable(keys, null));
        throw error;
      });
    const { user: id } = signIn;
    if (id === null) {
      return this.#withoutWrite({ user, needsLink: token !== null, access, device });
    }
    return token === null
      ? { signedIn: { tokens: await signIn.tokens(), user }, sendLink: null }
      : {
          signedIn: { tokens: null, user },
          sendLink: () => this.#sendLink(() => this.#mail(id, { email, token, user })),
        };
  }

  /**
   * A document middleware has responded without running the write. As in Strapi, the account that it returns is signed in,
   * or gets the link, if there is one.
   */
  async #withoutWrite({ user, needsLink, access, device }: Returned): Promise<Registered> {
    const { database, tables, signIns } = this.#dependencies;
    const { id } = user;
    const account =
      typeof id === 'number' ? await database.read(findAccount(tables, [{ id }])) : null;
    if (account === null) return { signedIn: { tokens: null, user }, sendLink: null };
    if (needsLink) {
      const sendLink = (): Promise<void> =>
        this.#sendLink(() => mailLink(this.#dependencies, account, access));
      return { signedIn: { tokens: null, user }, sendLink };
    }
    const tokens = await signIns.open(account.id, {
      id: device.id ?? randomUUID(),
      name: device.name,
    });
    return { signedIn: { tokens, user }, sendLink: null };
  }

  async #mail(id: number, mail: AccountMail): Promise<void> {
    const { mails, overrides } = this.#dependencies;
    await (overrides.sendConfirmation?.(id) ?? mails.confirmAddress(mail));
  }

  async #sendLink(send: () => Promise<void>): Promise<void> {
    try {
      await send();
    } catch (cause) {
      throw new AppError('ApplicationError', 'Error sending confirmation email', { cause });
    }
  }

  async #checked(body: unknown): Promise<JsonObject> {
    const { passwordRule, allowedFields } = this.#dependencies;
    const { checkRegistration } = await import('./account-forms.ts');
    const sent: JsonObject = isJsonObject(body) ? body : {};
    const allowed = new Set([...ALWAYS_ALLOWED, ...allowedFields]);
    const others = keysOf(body).filter((key) => !allowed.has(key));
    if (others.length > 0) throw validationError(`Invalid parameters: ${others.join(', ')}`);
    await checkRegistration(sent, passwordRule);
    return sent;
  }

  /** @param except Row id of the new account */
  *#assertAvailable(keys: readonly AccountKey[], except: number | null): ReadSteps<void> {
    const ids = yield* accountIds(this.#dependencies.tables, keys);
    if (ids.some((id) => id !== except)) throw rejected('Email or Username are already taken');
  }
}

/** The keys of a body; for a list or a text, its indexes. */
function keysOf(body: unknown): readonly string[] {
  if (typeof body !== 'string' && !Array.isArray(body)) return Object.keys(body ?? {});
  return Array.from({ length: Math.min(body.length, MAX_KEYS) }, (_, i) => String(i));
}

/** A username must not be the email address of another account, and vice versa. */
function identifiers(username: string, email: string): readonly AccountKey[] {
  return [{ email }, { username: email }, { username }, { email: username }];
}

/** Keeps attributes of the user type and drops others, such as a device name. */
function knownAttributes(attributes: ReadonlyMap<string, unknown>, sent: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => attributes.has(name)));
}

function rejected(message: string): AppError {
  return new AppError('ApplicationError', message);
}
