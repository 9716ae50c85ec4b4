// In charge of uploading files, of changing what is said of one, and of replacing one: all of them `POST /upload`
// (spec/auth.md section 6).
import type { FastifyRequest } from 'fastify';
import { validationError } from '../../base/errors.ts';
import { toFileLink } from '../../media/file-link.ts';
import { entityNotFound, type MediaLibrary } from '../../media/media-library.ts';
import type { StagingFolder } from '../../media/staging.ts';
import type { Registry } from '../../schema/registry.ts';
import { admit } from '../admission.ts';
import type { Route } from '../bind-routes.ts';
import { hasBody, readPast } from '../body-bytes.ts';
import { parseMediaType } from '../media-type.ts';
import { queryText } from '../query-text.ts';
import { readBody } from '../request-bodies.ts';
import { assertServed, sendJson } from '../respond.ts';
import { rowIdOf } from '../row-id.ts';
import { actionName, withSignedFlag, type MediaRouteParts } from './file-routes.ts';
import { readUploadForm, wordOf, type UploadForm } from './upload-form.ts';

/** The route that takes files. */
export function uploadRoutes(parts: MediaRouteParts, registry: Registry): readonly Route[] {
  const { library, staging, prefix } = parts;

  const upload: Route['handler'] = async (request, reply) => {
    const early = isMultipart(request)
      ? null
      : { files: [], body: await readBody(request.raw, parts.bodies) };
    const id = await letIn(parts, request, early === null);
    if (early === null) await assertRoom(library, request);
    const texts = await staging.use(async (folder) => {
      const form = early ?? (await readUploadForm(request, parts.bodies, folder));
      return id === null ? add(form, folder) : [await change(id, form, folder)];
    });
    const [text = '', ...others] = texts.map(withSignedFlag);
    return id === null
      ? sendJson(reply, `[${[text, ...others].join(',')}]`, 201)
      : sendJson(reply, text);
  };

  const add = async (
    { files, body }: UploadForm,
    folder: StagingFolder,
  ): Promise<readonly string[]> => {
    if (files.length === 0) throw validationError('Files are empty');
    const { readFileInfos } = await import('../../media/file-info.ts');
    const texts = await readFileInfos(wordOf(body, 'fileInfo'), files.length);
    const [ref, refId, field] = ['ref', 'refId', 'field'].map((name) => wordOf(body, name));
    const link = toFileLink(registry, { ref, refId, field });
    return library.add({ files, texts }, link, folder);
  };

  const change = async (
    id: number,
    { files, body }: UploadForm,
    folder: StagingFolder,
  ): Promise<string> => {
    const { readFileInfo, readFileInfos } = await import('../../media/file-info.ts');
    const [file, other] = files;
    if (other) throw validationError('Cannot replace a file with multiple ones');
    if (!file) return library.change(id, await readFileInfo(body));
    const [texts = {}] = await readFileInfos(wordOf(body, 'fileInfo'), 1);
    return library.replace(id, { file, texts }, folder);
  };

  return [{ method: 'POST', path: `${prefix}/upload`, readsBody: true, handler: upload }];
}

/**
 * Which file an upload changes, if it is let in; null: files are added. Files are only taken of who may send them, so a
 * form is read after this, and everything else before, as on every route.
 * @throws AppError where it is not let in, or names no file
 */
async function letIn(
  parts: MediaRouteParts,
  request: FastifyRequest,
  isAhead: boolean,
): Promise<number | null> {
  try {
    return await fileToChange(parts, request);
  } catch (error) {
    if (isAhead) await readPast(request.raw);
    throw error;
  }
}

/** @throws OverloadedError before any file is received */
async function assertRoom(library: MediaLibrary, { raw }: FastifyRequest): Promise<void> {
  try {
    library.assertRoom();
  } catch (error) {
    await readPast(raw);
    throw error;
  }
}

async function fileToChange(
  { authenticator, library, reader, blocked, blockedStore }: MediaRouteParts,
  request: FastifyRequest,
): Promise<number | null> {
  await admit(authenticator, request, [actionName('upload')]);
  assertServed(blocked ?? blockedStore);
  const { id } = reader.parse(queryText(request));
  if (id === undefined || id === null || id === '') return null;
  if (typeof id !== 'string') {
    throw validationError('File id is required and must be a single value');
  }
  const row = rowIdOf(id);
  if (row === null || !(await library.has(row))) throw entityNotFound();
  return row;
}

function isMultipart({ raw }: FastifyRequest): boolean {
  const type = hasBody(raw) ? parseMediaType(raw.headers['content-type']) : null;
  return type?.name.startsWith('multipart/') === true;
}
