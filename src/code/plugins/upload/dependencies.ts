// What the plugin `upload` is built on.
import type { MediaLibrary } from '../../../media/media-library.ts';
import type { Staging } from '../../../media/staging.ts';
import type { FileStore } from '../../../media/store.ts';
import type { Registry } from '../../../schema/registry.ts';
import type { PluginActions } from '../plugin-actions.ts';

/** What the plugin is built on. It is asked for when an action or a service needs it: extensions come first. */
export interface UploadDependencies {
  readonly actions: PluginActions;
  readonly registry: Registry;
  readonly library: MediaLibrary;
  readonly staging: Staging;
  readonly store: FileStore;
}
