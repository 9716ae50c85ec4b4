// Saved views: named searches, filters, sort orders and columns of lists (docs/panel.md, "Views"). They are stored in one
// row of the core store, which Strapi ignores.
import * as yup from 'yup';
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import { SAVED_VIEWS } from '../../auth/admin/preferences.ts';
import { createDocumentId } from '../../base/document-id.ts';
import { validationError, forbidden, notFound } from '../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { WriteContext } from '../../documents/write-context.ts';
import { checkForm } from '../../forms/check-form.ts';
import { plainText } from '../../forms/fields.ts';
import { coreStoreValue, storeCoreValue } from '../../storage/settings/core-store.ts';
import type { Database } from '../../storage/database.ts';
import type { WriteSteps } from '../../storage/session.ts';
import { permissionOf } from '../entry-access.ts';

/** A view in the response of the list. */
export interface SavedView {
  readonly id: string;
  /** Uid of the content-type. */
  readonly type: string;
  readonly name: string;
  /** Query string of the list, without `?`. */
  readonly query: string;
  /** True if the view is visible to everyone who may read the type. */
  readonly isShared: boolean;
  /** True if the caller created the view. */
  readonly isOwn: boolean;
}

interface StoredView extends Omit<SavedView, 'isOwn'> {
  /** Row id of the administrator who created the view. */
  readonly owner: number;
}

export interface SavedViewDependencies {
  readonly context: Pick<WriteContext, 'registry' | 'statements'>;
  readonly database: Pick<Database, 'read' | 'transact'>;
}

const CONFIGURE = 'plugin::content-manager.collection-types.configure-view';

/** Maximum number of views per administrator, and in total. */
const MAX_OWN = 50;
const MAX_ALL = 1000;

const form = yup
  .object()
  .shape({
    type: plainText().max(255).required(),
    name: plainText().trim().min(1).max(60).required(),
    query: plainText().max(1000).defined(),
    isShared: yup.boolean().required(),
  })
  .noUnknown();

/** Lists, stores and removes views. */
export class SavedViews {
  readonly #dependencies: SavedViewDependencies;

  constructor(dependencies: SavedViewDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns own and shared views of types that the caller may read. */
  async list(caller: AdminPrincipal): Promise<readonly SavedView[]> {
    const all = viewsIn(await this.#dependencies.database.read(coreStoreValue(SAVED_VIEWS)));
    return all
      .filter((view) => mayRead(caller, view.type) && isSeen(view, caller))
      .map(toSavedView(caller));
  }

  /** @throws ValidationError, ForbiddenError */
  async add(caller: AdminPrincipal, body: unknown): Promise<SavedView> {
    const view = await this.#check(caller, body);
    const added: StoredView = { ...view, id: createDocumentId(), owner: caller.admin.id };
    await this.#store((before) => {
      const own = before.filter(({ owner }) => owner === added.owner);
      if (own.length >= MAX_OWN || before.length >= MAX_ALL)
        throw validationError(
          `You can save up to ${MAX_OWN} views; all administrators together can save ${MAX_ALL}.`,
        );
      return [...before, added];
    });
    return toSavedView(caller)(added);
  }

  /** Replaces a view. Only its owner can make a shared one private. @throws ValidationError, ForbiddenError, NotFoundError */
  async change(caller: AdminPrincipal, id: string, body: unknown): Promise<SavedView> {
    const changed = await this.#check(caller, body);
    const after = await this.#store((before) => {
      const { owner } = changeable(before, caller, id);
      if (owner !== caller.admin.id && !changed.isShared) throw forbidden();
      return before.map((view) => (view.id === id ? { ...changed, id, owner } : view));
    });
    return toSavedView(caller)(viewWith(after, id));
  }

  /** Removes a view. @throws ForbiddenError, NotFoundError */
  async remove(caller: AdminPrincipal, id: string): Promise<void> {
    await this.#store((before) => {
      changeable(before, caller, id);
      return before.filter((view) => view.id !== id);
    });
  }

  async #check(
    caller: AdminPrincipal,
    body: unknown = {},
  ): Promise<Omit<StoredView, 'id' | 'owner'>> {
    const { type, name, query, isShared } = await checkForm(form, body);
    if (this.#dependencies.context.registry.contentTypes.get(type)?.kind !== 'collectionType')
      throw validationError(`${type} is not a collection type.`);
    if (!mayRead(caller, type) || (isShared && !caller.ability.may(CONFIGURE))) throw forbidden();
    return { type, name: name.trim(), query, isShared };
  }

  #store(
    change: (before: readonly StoredView[]) => readonly StoredView[],
  ): Promise<readonly StoredView[]> {
    const { context, database } = this.#dependencies;
    return database.transact(
      (function* (): WriteSteps<readonly StoredView[]> {
        const views = change(viewsIn(yield* coreStoreValue(SAVED_VIEWS)));
        yield* storeCoreValue(context, SAVED_VIEWS, { views });
        return views;
      })(),
    );
  }
}

function mayRead({ ability }: AdminPrincipal, type: string): boolean {
  return ability.may(permissionOf('read'), type);
}

function isSeen({ owner, isShared }: StoredView, { admin }: AdminPrincipal): boolean {
  return isShared || owner === admin.id;
}

/** Finds a view that the caller may change: an own one, or a shared one. @throws ForbiddenError, NotFoundError */
function changeable(views: readonly StoredView[], caller: AdminPrincipal, id: string): StoredView {
  const view = viewWith(views, id);
  if (!isSeen(view, caller) || !mayRead(caller, view.type)) throw notFound();
  if (view.owner !== caller.admin.id && !caller.ability.may(CONFIGURE)) throw forbidden();
  return view;
}

/** @throws NotFoundError */
function viewWith(views: readonly StoredView[], id: string): StoredView {
  const view = views.find((each) => each.id === id);
  if (!view) throw notFound();
  return view;
}

function toSavedView({ admin }: AdminPrincipal): (view: StoredView) => SavedView {
  return ({ owner, ...view }) => ({ ...view, isOwn: owner === admin.id });
}

function viewsIn(stored: unknown): readonly StoredView[] {
  const views = isJsonObject(stored) ? stored['views'] : null;
  return Array.isArray(views) ? views.filter(isJsonObject).flatMap(storedView) : [];
}

function storedView({ id, owner, type, name, query, isShared }: JsonObject): readonly StoredView[] {
  return typeof id === 'string' &&
    typeof owner === 'number' &&
    typeof type === 'string' &&
    typeof name === 'string' &&
    typeof query === 'string'
    ? [{ id, owner, type, name, query, isShared: isShared === true }]
    : [];
}
