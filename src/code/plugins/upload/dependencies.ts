// What the plugin `upload` is built on.
import type { WriteContext } from '../../../documents/write-context.ts';
import type { Folders } from '../../../media/library/folders.ts';
import type { MediaLibrary } from '../../../media/media-library.ts';
import type { Staging } from '../../../media/staging.ts';
import type { FileStore } from '../../../media/store.ts';
import type { PluginActions } from '../plugin-actions.ts';

/** Dependencies of the plugin. They are resolved when an action or a service needs them: extensions run first. */
export interface UploadDependencies {
  readonly actions: PluginActions;
  readonly context: WriteContext;
  readonly folders: Folders;
  /** The folder of files that are uploaded through the content API. */
  readonly apiFolder: () => Promise<{ readonly id: number; readonly path: string }>;
  readonly library: MediaLibrary;
  readonly staging: Staging;
  readonly store: FileStore;
}
