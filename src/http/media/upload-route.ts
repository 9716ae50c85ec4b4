// Route that uploads files, changes the texts of a file, or replaces a file: all by `POST /upload`.
import { callerOf } from '../../auth/principal.ts';
import { validationError } from '../../base/errors.ts';
import type { Caller } from '../../documents/content-events.ts';
import type { FileTexts } from '../../media/file-data.ts';
import { toFileLink } from '../../media/file-link.ts';
import { entityNotFound } from '../../media/media-library.ts';
import type { Registry } from '../../schema/registry.ts';
import { jsonText } from '../response/response.ts';
import type { Route } from '../routing/route.ts';
import { rowIdOf } from '../../base/row-id.ts';
import type { TextQuery } from '../../query/read.ts';
import { fileRoute, withSignedFlag, type MediaRouteDependencies } from './file-routes.ts';
import { fieldOf, receiveUpload, type ReceivedUpload } from './upload-form.ts';

export function uploadRoute(dependencies: MediaRouteDependencies, registry: Registry): Route {
  const { library, prefix } = dependencies;

  const add = async (
    { files, body, folder }: ReceivedUpload,
    by: Caller,
  ): Promise<readonly string[]> => {
    if (files.length === 0) throw validationError('Files are empty');
    const { readFileInfos } = await import('../../media/file-info.ts');
    const infos = await readFileInfos(fieldOf(body, 'fileInfo'), files.length);
    const texts = infos.map((each) => withPath(each, body));
    const [ref, refId, field] = ['ref', 'refId', 'field'].map((name) => fieldOf(body, name));
    const link = toFileLink(registry, { ref, refId, field });
    return library.add({ files, texts }, { by, link }, folder);
  };

  const change = async (
    id: number,
    { files, body, folder }: ReceivedUpload,
    by: Caller,
  ): Promise<string> => {
    const { readFileInfo, readFileInfos } = await import('../../media/file-info.ts');
    const [file, other] = files;
    if (other) throw validationError('Cannot replace a file with multiple ones');
    if (!file) return library.change(id, await readFileInfo(body), { by });
    const [texts = {}] = await readFileInfos(fieldOf(body, 'fileInfo'), 1);
    return library.replace(id, { file, texts: withPath(texts, body), by }, folder);
  };

  return fileRoute('upload', {
    method: 'POST',
    path: `${prefix}/upload`,
    // Authorizes the caller before receiving files.
    body: 'stream',
    handler: async (request) => {
      const id = await fileToChange(dependencies, request.query);
      const by = callerOf(request.caller.principal);
      if (id === null) {
        const texts = await receiveUpload(request, dependencies, (upload) => add(upload, by));
        return jsonText(`[${texts.map(withSignedFlag).join(',')}]`, { status: 201 });
      }
      const text = await receiveUpload(request, dependencies, (upload) => change(id, upload, by));
      return jsonText(withSignedFlag(text));
    },
  });
}

function withPath(texts: FileTexts, body: unknown): FileTexts {
  const path = fieldOf(body, 'path');
  return typeof path === 'string' && path !== '' ? { ...texts, path } : texts;
}

/** Row id of the file in the query, or null to add files. @throws AppError for an invalid id */
async function fileToChange(
  { library, reader }: MediaRouteDependencies,
  query: TextQuery,
): Promise<number | null> {
  const { id } = reader.parse(query);
  if (id === undefined || id === null || id === '') return null;
  if (typeof id !== 'string') {
    throw validationError('File id is required and must be a single value');
  }
  const row = rowIdOf(id);
  if (row === null || !(await library.has(row))) throw entityNotFound();
  return row;
}
