// In charge of where the files of a project lie, as its configuration says, and of where they arrive.
import path from 'node:path';
import { LocalStore } from '../media/local-store.ts';
import type { UploadRules } from '../media/prepared-file.ts';
import { S3Store } from '../media/s3-store.ts';
import { Staging } from '../media/staging.ts';
import type { FileStore } from '../media/store.ts';
import type { Config } from '../project/config.ts';
import type { Project } from '../project/load.ts';

/** The places of files, and the rules for them. */
export interface FilePlaces {
  readonly store: FileStore;
  readonly staging: Staging;
  readonly rules: UploadRules;
  /** Why no file is stored or removed; null: they are. */
  readonly blocked: string | null;
}

/** The places of a project's files. */
export function filePlaces({ plugins, server }: Pick<Config, 'plugins' | 'server'>): FilePlaces {
  const { store, sizeLimit, breakpoints, allowedTypes, deniedTypes } = plugins.upload;
  const folder = path.join(server.publicFolder, 'uploads');
  return {
    store: store.kind === 's3' ? new S3Store(store) : new LocalStore(folder, store.provider),
    staging: new Staging(path.join(folder, '.incoming')),
    rules: { sizeLimit, breakpoints, allowedTypes, deniedTypes },
    blocked: store.kind === 'none' ? store.reason : null,
  };
}

/** Milliseconds that browsers may keep an uploaded file without asking. */
export function uploadsMaxAge({ config }: Pick<Project, 'config'>): number {
  const { store } = config.plugins.upload;
  return store.kind === 'local' ? store.maxAge : 0;
}
