// Builds the file store and the staging folder from the configuration.
import path from 'node:path';
import { LocalStore } from '../media/local-store.ts';
import type { UploadRules } from '../media/prepared-file.ts';
import { S3Store } from '../media/s3-store.ts';
import { Staging } from '../media/staging.ts';
import { unavailableStore, type FileStore } from '../media/store.ts';
import type { Config } from '../project/config.ts';
import type { Project } from '../project/load.ts';
import type { UploadStore } from '../project/upload-store.ts';

/** Where files are stored, and the rules for them. */
export interface FileStorage {
  readonly store: FileStore;
  readonly staging: Staging;
  readonly rules: UploadRules;
  /** Why files cannot be stored or removed, or null if they can. */
  readonly unavailable: string | null;
}

/** Returns the file storage of a project. */
export function fileStorage({ plugins, server }: Pick<Config, 'plugins' | 'server'>): FileStorage {
  const { store, sizeLimit, breakpoints, allowedTypes, deniedTypes } = plugins.upload;
  const folder = path.join(server.publicFolder, 'uploads');
  return {
    store: openStore(store, folder),
    staging: new Staging(path.join(folder, '.incoming')),
    rules: { sizeLimit, breakpoints, allowedTypes, deniedTypes },
    unavailable: store.kind === 'none' ? store.reason : null,
  };
}

function openStore(store: UploadStore, folder: string): FileStore {
  switch (store.kind) {
    case 's3':
      return new S3Store(store);
    case 'local':
      return new LocalStore(folder, store.provider);
    case 'none':
      return unavailableStore(store.provider, store.reason);
  }
}

/** How long browsers may cache an uploaded file, in milliseconds. */
export function uploadsMaxAge({ config }: Pick<Project, 'config'>): number {
  const { store } = config.plugins.upload;
  return store.kind === 'local' ? store.maxAge : 0;
}
