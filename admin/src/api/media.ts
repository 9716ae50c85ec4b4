// Media library API: files and folders.
import { isJsonObject, numberOr, objectsOf, type Json, type JsonObject } from '../base/json.ts';
import type { Client } from './client.ts';

/** Options of a file list. */
export interface FileQuery {
  readonly text: string;
  /** Folder id; null for the root. Searches include all folders. */
  readonly folder: number | null;
  /** Types such as `image`; empty for all. */
  readonly types: readonly string[];
  /** True to list only files without alternative text. */
  readonly isUntitled: boolean;
  /** 1-based. */
  readonly page: number;
  readonly pageSize: number;
}

export interface FilePage {
  readonly files: readonly JsonObject[];
  readonly total: number;
}

/** Texts and folder of a file; omitted values are unchanged. */
export interface FileInfo {
  readonly name?: string;
  readonly alternativeText?: string;
  readonly caption?: string;
  /** Folder id; null for the root. */
  readonly folder?: number | null;
  /** In percent. */
  readonly focalPoint?: { readonly x: number; readonly y: number } | null;
}

/** An upload in progress. */
export interface Sending {
  readonly signal: AbortSignal;
  readonly onProgress: (part: number) => void;
}

/** Media calls. */
export interface MediaApi {
  files(query: FileQuery, signal?: AbortSignal): Promise<FilePage>;
  file(id: number): Promise<JsonObject>;
  /** Loads the folder tree. */
  folders(): Promise<readonly JsonObject[]>;
  upload(file: File, folder: number | null, sending: Sending): Promise<JsonObject>;
  change(id: number, info: FileInfo): Promise<JsonObject>;
  /** Replaces the bytes of a file. */
  replace(id: number, file: File, info: FileInfo): Promise<JsonObject>;
  createFolder(name: string, parent: number | null): Promise<void>;
  move(fileIds: readonly number[], folder: number | null): Promise<void>;
  remove(content: {
    readonly fileIds?: readonly number[];
    readonly folderIds?: readonly number[];
  }): Promise<void>;
}

/** Creates the media calls. */
export function createMediaApi({ request, upload }: Client): MediaApi {
  return {
    async files(query, signal) {
      const { body } = await request('GET', '/upload/files', {
        query: filesQuery(query),
        ...(signal ? { signal } : {}),
      });
      const content = isJsonObject(body) ? body : {};
      const files = objectsOf(content['results']);
      const pagination = isJsonObject(content['pagination']) ? content['pagination'] : {};
      return { files, total: numberOr(pagination['total'], files.length) };
    },
    file: async (id) => objectOf((await request('GET', `/upload/files/${id}`)).body as Json),
    folders: async () => listIn((await request('GET', '/upload/folder-structure')).body),
    async upload(file, folder, sending) {
      const form = formOf(file, { name: file.name, folder });
      const body = await upload('/upload', { form, ...sending });
      return (Array.isArray(body) ? objectsOf(body)[0] : objectOf(body as Json)) ?? {};
    },
    async change(id, fileInfo) {
      const { body } = await request('PUT', `/upload/files/${id}`, { body: { fileInfo } });
      return objectOf(body as Json);
    },
    async replace(id, file, info) {
      const form = formOf(file, info);
      const { signal } = new AbortController();
      const body = await upload(`/upload?id=${id}`, { form, signal, onProgress: () => undefined });
      return objectOf(body as Json);
    },
    async createFolder(name, parent) {
      await request('POST', '/upload/folders', { body: { name, parent } });
    },
    async move(fileIds, destinationFolderId) {
      await request('POST', '/upload/actions/bulk-move', {
        body: { destinationFolderId, fileIds },
      });
    },
    async remove(body) {
      await request('POST', '/upload/actions/bulk-delete', { body });
    },
  };
}

function filesQuery(query: FileQuery): Readonly<Record<string, string | number>> {
  const { text, folder, types, isUntitled, page, pageSize } = query;
  const filters = Object.fromEntries(
    types.map((type, index) => [`filters[$or][${index}][mime][$startsWith]`, type]),
  );
  return {
    page,
    pageSize,
    sort: 'createdAt:DESC',
    ...(text === '' ? (isUntitled ? {} : inFolder('filters[folder]', folder)) : { _q: text }),
    ...filters,
    ...(isUntitled ? { 'filters[alternativeText][$null]': 'true' } : {}),
  };
}

function inFolder(name: string, folder: number | null): Readonly<Record<string, string>> {
  return folder === null ? { [`${name}[id][$null]`]: 'true' } : { [`${name}[id]`]: String(folder) };
}

function formOf(file: File, info: FileInfo): FormData {
  const form = new FormData();
  form.append('files', file);
  form.append('fileInfo', JSON.stringify(info));
  return form;
}

function listIn(body: unknown): readonly JsonObject[] {
  return objectsOf(isJsonObject(body) ? body['data'] : body);
}

/** Unwraps a response, since only some are wrapped. */
function objectOf(body: Json): JsonObject {
  if (!isJsonObject(body)) return {};
  return isJsonObject(body['data']) ? body['data'] : body;
}
