// Builds multipart forms with fields and files of `test/conformance/files`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type JsonValue } from '../../src/base/json.ts';
import { vendored } from './vendored-projects.ts';

const MIME_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.pdf': 'application/pdf',
};

const BOUNDARY = 'quoin-test-boundary-4dZ7pVb2Kq9X';

/**
 * The body of a form and its content type.
 *
 * @param parts Name and value: a text; `{file, as?, type?}` for a file, optionally under another name
 *   or type, or with other content in base64; other JSON as text
 */
export function multipartBody(parts: readonly (readonly [name: string, value: JsonValue])[]): {
  readonly body: Buffer;
  readonly contentType: string;
} {
  const written = parts.flatMap(([name, value]) => partOf(name, value));
  return {
    body: Buffer.concat([...written, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
  };
}

function partOf(name: string, value: JsonValue): readonly Buffer[] {
  const disposition = `content-disposition: form-data; name="${escaped(name)}"`;
  if (isJsonObject(value) && typeof value['file'] === 'string') {
    const { file, as = path.basename(file), type = typeOf(file), content } = value;
    const head = `${disposition}; filename="${escaped(String(as))}"\r\ncontent-type: ${String(type)}`;
    const bytes =
      typeof content === 'string'
        ? Buffer.from(content, 'base64')
        : readFileSync(vendored('conformance', 'files', file));
    return part(head, bytes);
  }
  return part(disposition, Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));
}

function part(head: string, content: Buffer): readonly Buffer[] {
  return [Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`), content, Buffer.from('\r\n')];
}

function typeOf(file: string): string {
  return MIME_TYPES[path.extname(file)] ?? 'application/octet-stream';
}

/** Escapes a name as browsers do. */
function escaped(text: string): string {
  return text.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}
