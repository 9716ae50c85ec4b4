// Saved views of lists, and preferences that follow a person from device to device. Both are Quoin's own.
import { isJsonObject, objectsOf, stringOr } from '../base/json.ts';
import type { Client } from './client.ts';

/** What a view is saved with. */
export interface NewView {
  /** Uid of the type. */
  readonly type: string;
  readonly name: string;
  /** Query of the list's address, without `?`. */
  readonly query: string;
  /** Whether everyone who may read the type sees it. */
  readonly isShared: boolean;
}

/** A saved view. */
export interface SavedView extends NewView {
  readonly id: string;
  /** Whether the person saved it. */
  readonly isOwn: boolean;
}

/** Null: as the device has it. */
export interface Preferences {
  readonly theme: string | null;
  readonly language: string | null;
}

/** Calls about views and preferences. */
export interface ViewsApi {
  /** @throws ApiError, NetworkError */
  save(view: NewView): Promise<SavedView>;
  /** @throws ApiError, NetworkError */
  remove(id: string): Promise<void>;
  /** Keeps a preference for other devices. A server without preferences ignores it. */
  prefer(change: Partial<Preferences>): Promise<void>;
}

/** Creates the calls. */
export function createViewsApi({ request }: Client): ViewsApi {
  return {
    async save(view) {
      const { body } = await request('POST', '/admin/quoin/views', { body: { ...view } });
      return parseView(isJsonObject(body) ? body['data'] : null);
    },
    async remove(id) {
      await request('DELETE', `/admin/quoin/views/${encodeURIComponent(id)}`);
    },
    async prefer(change) {
      await request('PUT', '/admin/quoin/preferences', { body: { ...change } }).catch(
        () => undefined,
      );
    },
  };
}

/** Parses the views of the start; null if the server has none to save. */
export function parseViews(raw: unknown): readonly SavedView[] | null {
  return Array.isArray(raw) ? objectsOf(raw).map(parseView) : null;
}

/** Parses preferences. */
export function parsePreferences(raw: unknown): Preferences {
  const { theme, language } = isJsonObject(raw) ? raw : {};
  return {
    theme: typeof theme === 'string' ? theme : null,
    language: typeof language === 'string' ? language : null,
  };
}

function parseView(raw: unknown): SavedView {
  const view = isJsonObject(raw) ? raw : {};
  return {
    id: stringOr(view['id'], ''),
    type: stringOr(view['type'], ''),
    name: stringOr(view['name'], ''),
    query: stringOr(view['query'], ''),
    isShared: view['isShared'] === true,
    isOwn: view['isOwn'] === true,
  };
}
