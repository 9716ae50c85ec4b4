// Handlers of the media library for administrators. Imported on demand.
import { fileAndFolderHandlers } from '../../http/media-library/file-and-folder-handlers.ts';
import { LibraryReads } from '../../http/media-library/library-reads.ts';
import type { LibraryHandlers } from '../../http/media-library/library-routes.ts';
import { uploadHandlers } from '../../http/media-library/upload-handlers.ts';
import { urlUploadHandler } from '../../http/media-library/url-uploads.ts';
import { Folders } from '../../media/library/folders.ts';
import { RemoteFiles } from '../../media/remote-files.ts';
import type { TextQuery } from '../../query/read.ts';
import { FILE, FOLDER } from '../../schema/built-in/uids.ts';
import { withoutPrivacy } from '../../schema/without-privacy.ts';
import type { Services } from '../build-services.ts';

export function createLibraryHandlers({
  project,
  store: { registry, database },
  engine: { openReader: reader, context },
  media: { library, staging },
  overrides: { adminLibrary },
}: Services): LibraryHandlers {
  // Administrators see the folder of a file, which is private.
  const open = withoutPrivacy(registry);
  const parts = {
    context,
    database,
    library,
    folders: new Folders({ context, database }),
    reads: new LibraryReads({
      reader,
      file: open.contentType(FILE),
      folder: open.contentType(FOLDER),
    }),
    staging,
    remoteFiles: new RemoteFiles({
      sizeLimit: project.config.plugins.upload.sizeLimit,
      privateHosts: project.config.quoin.privateHosts,
    }),
    bodies: project.config.middlewares.body,
    overrides: adminLibrary,
    parse: (query: TextQuery) => reader.parse(query),
  };
  return {
    ...uploadHandlers(parts),
    ...fileAndFolderHandlers(parts),
    uploadFromUrls: urlUploadHandler(parts),
  };
}
