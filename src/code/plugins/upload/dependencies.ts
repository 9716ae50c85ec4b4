// Dependencies of the plugin `upload`.
import type { WriteContext } from '../../../documents/write-context.ts';
import type { Folders } from '../../../media/library/folders.ts';
import type { MediaLibrary } from '../../../media/media-library.ts';
import type { Staging } from '../../../media/staging.ts';
import type { FileStore } from '../../../media/store.ts';
import type { PluginActions } from '../plugin-actions.ts';

/** They are resolved when an action or a service needs them, because extensions run first. */
export interface UploadDependencies {
  readonly actions: PluginActions;
  readonly context: WriteContext;
  readonly folders: Folders;
  /** The folder for files uploaded through the content API. */
  readonly apiFolder: () => Promise<{ readonly id: number; readonly path: string }>;
  readonly library: MediaLibrary;
  readonly staging: Staging;
  readonly store: FileStore;
}
