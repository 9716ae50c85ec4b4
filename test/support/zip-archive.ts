// ZIP archives for tests, with the entries that office programs write first.
import { deflateRawSync } from 'node:zlib';

/** How an entry is stored. */
interface EntryOptions {
  readonly deflated?: boolean;
  /** Whether its size follows its data. */
  readonly described?: boolean;
}

export function zipEntry(
  name: string,
  text: string,
  { deflated = false, described = false }: EntryOptions = {},
): Buffer {
  const data = deflated ? deflateRawSync(text) : Buffer.from(text);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04_03_4b_50, 0);
  header.writeUInt16LE(described ? 8 : 0, 6);
  header.writeUInt16LE(deflated ? 8 : 0, 8);
  if (!described) header.writeUInt32LE(data.length, 18);
  header.writeUInt16LE(name.length, 26);
  const descriptor = Buffer.alloc(described ? 16 : 0);
  if (described) {
    descriptor.writeUInt32LE(0x08_07_4b_50, 0);
    descriptor.writeUInt32LE(data.length, 8);
  }
  return Buffer.concat([header, Buffer.from(name), data, descriptor]);
}

/** An office document whose main part has a type. */
export function officeFile(main: string, options: EntryOptions = {}): Buffer {
  const types = `<?xml version="1.0"?><Types><Override ContentType="${main}.main+xml"/></Types>`;
  return zipEntry('[Content_Types].xml', types, options);
}
