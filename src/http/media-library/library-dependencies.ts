// Dependencies of the routes of the media library.
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import type { WriteContext } from '../../documents/write-context.ts';
import type { FileTexts } from '../../media/file-data.ts';
import type { Folders } from '../../media/library/folders.ts';
import { moveIntoFolder, setCreators } from '../../media/library/placement.ts';
import type { LibraryOverrides } from '../../media/file-overrides.ts';
import type { MediaLibrary } from '../../media/media-library.ts';
import type { FileChangeOptions } from '../../media/media-parts.ts';
import type { RemoteFiles } from '../../media/remote-files.ts';
import type { Staging } from '../../media/staging.ts';
import type { QueryObject } from '../../query/params.ts';
import type { TextQuery } from '../../query/read.ts';
import type { Database } from '../../storage/database.ts';
import type { WriteSteps } from '../../storage/session.ts';
import type { BodyLimits } from '../body/request-bodies.ts';
import type { LibraryReads } from './library-reads.ts';

export interface LibraryDependencies {
  readonly context: WriteContext;
  readonly database: Database;
  readonly library: MediaLibrary;
  readonly folders: Folders;
  readonly reads: LibraryReads;
  readonly staging: Staging;
  readonly remoteFiles: RemoteFiles;
  readonly bodies: BodyLimits;
  /** Functions that project code has replaced. */
  readonly overrides: LibraryOverrides;
  /** Parses a query string. */
  readonly parse: (query: TextQuery) => QueryObject;
}

/** What is written with a file that an administrator adds. */
export function fileCreation(
  { context }: LibraryDependencies,
  caller: AdminPrincipal,
): FileChangeOptions {
  return fileChange(context, caller, true);
}

/** What is written with a file that an administrator changes. */
export function fileUpdate(
  { context }: LibraryDependencies,
  caller: AdminPrincipal,
): FileChangeOptions {
  return fileChange(context, caller, false);
}

function fileChange(
  context: WriteContext,
  { admin: { id } }: AdminPrincipal,
  created: boolean,
): FileChangeOptions {
  return {
    by: { kind: 'admin', id },
    *afterWrite(row: number, { folder }: FileTexts): WriteSteps<void> {
      yield* setCreators(context, { row, created }, id);
      if (folder === undefined && !created) return;
      yield* moveIntoFolder(context, { row, folder: folder ?? null, created });
    },
  };
}
