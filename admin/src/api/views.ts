// Saved views of lists, and preferences that are synchronized between devices. Only Quoin supports them.
import { isJsonObject, objectsOf, stringOr } from '../base/json.ts';
import type { Client } from './client.ts';

/** Values of a new view. */
export interface NewView {
  /** Uid of the type. */
  readonly type: string;
  readonly name: string;
  /** Query string of the list, without `?`. */
  readonly query: string;
  /** True if the view is visible to everyone who may read the type. */
  readonly isShared: boolean;
}

export interface SavedView extends NewView {
  readonly id: string;
  /** True if the user created the view. */
  readonly isOwn: boolean;
}

/** Preferences; null to use those of the device. */
export interface Preferences {
  readonly theme: string | null;
  readonly language: string | null;
}

/** Calls for views and preferences. */
export interface ViewsApi {
  /** @throws ApiError, NetworkError */
  save(view: NewView): Promise<SavedView>;
  /** @throws ApiError, NetworkError */
  remove(id: string): Promise<void>;
  /** Stores a preference for other devices; ignored without support by the server. */
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

/** Parses the views of the bootstrap response; null without support by the server. */
export function parseViews(raw: unknown): readonly SavedView[] | null {
  return Array.isArray(raw) ? objectsOf(raw).map(parseView) : null;
}

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
