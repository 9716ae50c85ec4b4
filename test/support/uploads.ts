// Uploads files in tests, and lists the uploads folder of a server.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { JsonValue } from '../../src/base/json.ts';
import type { TestResponse, TestApp } from './app.ts';
import { multipartBody } from './multipart.ts';

/** As of `multipartBody`. */
export type Parts = readonly (readonly [name: string, value: JsonValue])[];

/** Files of `test/conformance/files`. */
export const NOTE: Parts[number] = ['files', { file: 'note.txt' }];
export const PICTURE: Parts[number] = ['files', { file: 'landscape.jpg' }];

/** A file in the response to an upload. */
export interface UploadedFile {
  readonly id: number;
  readonly name: string;
  readonly hash: string;
  readonly url: string;
  readonly mime: string;
  readonly size: number;
  readonly formats: Readonly<
    Record<string, { readonly url: string; readonly sizeInBytes: number }>
  > | null;
}

/** How an upload is sent. */
export interface UploadOptions {
  /** `?id=…` */
  readonly query?: string;
  readonly authorization?: string | null;
}

export function upload(
  app: TestApp,
  parts: Parts,
  { query = '', ...options }: UploadOptions = {},
): Promise<TestResponse> {
  const { body, contentType } = multipartBody(parts);
  const headers = { 'content-type': contentType };
  return app.request(`/api/upload${query}`, { method: 'POST', headers, ...options, body });
}

/** The first file of an upload that is taken. */
export async function uploaded(app: TestApp, ...parts: Parts): Promise<UploadedFile> {
  const response = await upload(app, parts);
  expect(response.status, response.text).toBe(201);
  return response.json<[UploadedFile]>()[0];
}

/** Names in the uploads folder. */
export function storedNames({ folder }: TestApp): readonly string[] {
  return namesIn(path.join(folder, 'public', 'uploads')).filter((name) => name !== '.incoming');
}

/** Names in the folder that files arrive in. */
export function incomingNames({ folder }: TestApp): readonly string[] {
  return namesIn(path.join(folder, 'public', 'uploads', '.incoming'));
}

/** The bytes of a file on the disk. */
export function bytesAt({ folder }: TestApp, url: string): Buffer {
  return readFileSync(path.join(folder, 'public', url));
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
