// Access of an administrator to the entries of a type, or to a single entry (docs/strapi/administration.md, "Administrators'
// permissions").
import { forbidden } from '../base/errors.ts';
import type { AdminPrincipal } from '../auth/admin/admin-authenticator.ts';
import { SAME_ROLE_AS_CREATOR } from '../auth/admin/row-conditions.ts';
import { typeAccess, TypeAccess } from '../auth/admin/type-access.ts';
import { isOneOf, type FilterTree } from '../query/params.ts';
import type { ContentType } from '../schema/types.ts';
import type { Cancellation } from '../storage/cancellation.ts';
import type { ContentManagerDependencies } from './dependencies.ts';
import { readList, readOne } from './entry-reader.ts';
import { localeChoice, type RequestedVersion, type EntryVersion } from './version-params.ts';

export type EntryAction = 'create' | 'read' | 'update' | 'delete' | 'publish';

/** An administrator and the type of the requested entries. */
export interface EntrySubject {
  readonly admin: AdminPrincipal;
  readonly type: ContentType;
  /** Cancels reads of lists and entries if the client disconnects. */
  readonly cancellation?: Cancellation | undefined;
}

/** An action, or the read for the response of a write. */
export type EntryUse = EntryAction | { readonly responseTo: EntryAction };

/** Returns the id of the permission for an action. */
export function permissionOf(action: EntryAction): string {
  return `plugin::content-manager.explorer.${action}`;
}

const NO_ACCESS = new TypeAccess([]);

/** Checks permissions on entries. */
export class EntryAccess {
  readonly #dependencies: Pick<ContentManagerDependencies, 'reader'>;

  constructor(dependencies: Pick<ContentManagerDependencies, 'reader'>) {
    this.#dependencies = dependencies;
  }

  /** Returns the access to all entries of a type. */
  to({ admin, type }: EntrySubject, use: EntryUse): TypeAccess {
    const action = permissionOf(typeof use === 'string' ? use : 'read');
    const ignored = typeof use === 'string' ? null : unmetConditions(admin, type, use.responseTo);
    return typeAccess(admin, { action, type, ignored });
  }

  /** Returns the access to an existing version. @throws ForbiddenError if the locale or a condition does not match */
  async assertTo(
    subject: EntrySubject,
    action: EntryAction,
    version: RequestedVersion,
  ): Promise<TypeAccess> {
    const access = await this.toVersion(subject, action, version);
    if (access.isNone) throw forbidden();
    return access;
  }

  /**
   * Returns the access to the result of a write in a locale (docs/strapi/differences.md, D22). As in Strapi, permission
   * rows without a list of locales allow all. @throws ForbiddenError if the lists do not include the locale
   */
  toNew(subject: EntrySubject, action: EntryAction, locale: string | null): TypeAccess {
    const access = this.to(subject, action).ofOwn;
    const own = access.in(locale);
    if (access.isNone || (own.isNone && access.locales?.length !== 0)) throw forbidden();
    return own.isNone ? access : own;
  }

  /** @throws ForbiddenError if the locale or a condition does not match one of the documents */
  async assertToAll(
    subject: EntrySubject,
    action: EntryAction,
    { documents, ...version }: EntryVersion & { readonly documents: readonly string[] },
  ): Promise<void> {
    const access = this.to(subject, action).in(version.locale);
    if (access.isNone) throw forbidden();
    if (access.rows === null || documents.length === 0) return;
    const { entries } = await readList(this.#dependencies.reader, {
      type: subject.type,
      access: { mayRead: () => true, rows: access.rows },
      status: version.status,
      filters: isOneOf('documentId', documents),
      sort: [],
      fields: [],
      populate: { form: 'none' },
      locale: localeChoice(version),
    });
    if (entries.length < new Set(documents).size) throw forbidden();
  }

  /** Returns the access to an existing version; no access if the locale or a condition does not match. */
  async toVersion(
    subject: EntrySubject,
    use: EntryUse,
    version: RequestedVersion,
  ): Promise<TypeAccess> {
    const access = this.to(subject, use).in(version.locale);
    const { isNone, rows, distinctions } = access;
    if (isNone) return access;
    if (rows !== null && !(await this.#matches(subject, version, rows))) return NO_ACCESS;
    if (distinctions.size === 0) return access;
    const holding = new Set<string>();
    for (const [key, filter] of distinctions) {
      if (await this.#matches(subject, version, filter)) holding.add(key);
    }
    return access.holding(holding);
  }

  async #matches(
    { type }: EntrySubject,
    version: RequestedVersion,
    rows: FilterTree,
  ): Promise<boolean> {
    const access = { mayRead: () => true, rows };
    const shown = { type, access, fields: [], populate: { form: 'none' as const } };
    return (await readOne(this.#dependencies.reader, shown, version)) !== null;
  }
}

/**
 * Returns the condition that responses of a write cannot meet: the roles of the creator are read only if the permission
 * for the write depends on them (docs/strapi/content-manager.md, "Writes").
 */
function unmetConditions(
  { ability }: AdminPrincipal,
  { uid }: ContentType,
  action: EntryAction,
): string | null {
  const grants = ability.grants(permissionOf(action), uid);
  const isRead = grants.some(({ conditions }) => conditions.includes(SAME_ROLE_AS_CREATOR));
  return isRead ? null : SAME_ROLE_AS_CREATOR;
}
