// Type of a ZIP archive by its first entries: office documents, books, and packages of Java, Android and Firefox.
import { inflateRawSync } from 'node:zlib';

/** Type of an archive without a known entry. */
export const ZIP = 'application/zip';

/** Types by the name of an entry. */
const ENTRIES: Readonly<Record<string, string>> = {
  'META-INF/mozilla.rsa': 'application/x-xpinstall',
  'META-INF/MANIFEST.MF': 'application/java-archive',
};

/** Types that the entry `mimetype` may name. */
const NAMED = /^application\/(?:epub\+zip|vnd\.oasis\.opendocument\.[a-z]+(?:-template)?)$/;

/** Types of main parts that `[Content_Types].xml` declares, if they differ from the type of the archive. */
const OFFICE: Readonly<Record<string, string>> = {
  'application/vnd.ms-word.template.macroenabledtemplate':
    'application/vnd.ms-word.template.macroenabled.12',
  'application/vnd.ms-visio.drawing': 'application/vnd.visio',
};

const MODEL = 'application/vnd.ms-package.3dmanufacturing-3dmodel+xml';

/** Maximum size of an entry that is read in bytes. */
const MAX_ENTRY = 1024 * 1024;

const HEADER = 0x04_03_4b_50;
const HEADER_LENGTH = 30;
const DESCRIPTOR = 0x08_07_4b_50;
const DESCRIPTOR_LENGTH = 16;

interface Entry {
  readonly name: string;
  readonly isDeflated: boolean;
  /** Null if it does not end within the head. */
  readonly data: Buffer | null;
  /** Position of the next entry. */
  readonly end: number;
}

/** Returns the type of an archive. @param head First bytes of the file */
export function zipType(head: Buffer): string {
  for (let entry = entryAt(head, 0); entry !== null; entry = entryAt(head, entry.end)) {
    if (Object.hasOwn(ENTRIES, entry.name)) return ENTRIES[entry.name] ?? ZIP;
    if (/classes\d*\.dex/.test(entry.name)) return 'application/vnd.android.package-archive';
    if (entry.name === 'mimetype') return namedType(textOf(entry).trim());
    if (entry.name === '[Content_Types].xml') return officeType(textOf(entry));
  }
  return ZIP;
}

function entryAt(head: Buffer, at: number): Entry | null {
  if (at + HEADER_LENGTH > head.length || head.readUInt32LE(at) !== HEADER) return null;
  const hasDescriptor = (head.readUInt16LE(at + 6) & 8) !== 0;
  const nameAt = at + HEADER_LENGTH;
  const nameEnd = nameAt + head.readUInt16LE(at + 26);
  const dataAt = nameEnd + head.readUInt16LE(at + 28);
  const declared = head.readUInt32LE(at + 18);
  const length = hasDescriptor && declared === 0 ? describedLength(head, dataAt) : declared;
  if (length === null) return null;
  const dataEnd = dataAt + length;
  return {
    name: head.toString('utf8', nameAt, nameEnd),
    isDeflated: head.readUInt16LE(at + 8) === 8,
    data: dataEnd > head.length ? null : head.subarray(dataAt, dataEnd),
    end: hasDescriptor ? dataEnd + DESCRIPTOR_LENGTH : dataEnd,
  };
}

/** Returns the length of an entry whose size follows its data, or null if the data does not end within the head. */
function describedLength(head: Buffer, dataAt: number): number | null {
  for (let at = dataAt; at + DESCRIPTOR_LENGTH <= head.length; at += 1) {
    const isEnd = head.readUInt32LE(at) === DESCRIPTOR && head.readUInt32LE(at + 8) === at - dataAt;
    if (isEnd) return at - dataAt;
  }
  return null;
}

/** Text of an entry; empty if it is damaged or not complete. */
function textOf({ data, isDeflated }: Entry): string {
  if (data === null) return '';
  if (!isDeflated) return data.toString('utf8');
  try {
    return inflateRawSync(data, { maxOutputLength: MAX_ENTRY }).toString('utf8');
  } catch {
    return '';
  }
}

function namedType(name: string): string {
  const type = name.toLowerCase();
  return NAMED.test(type) ? type : ZIP;
}

function officeType(contentTypes: string): string {
  const end = contentTypes.indexOf('.main+xml"');
  if (end < 0) return contentTypes.includes(`ContentType="${MODEL}"`) ? 'model/3mf' : ZIP;
  const main = contentTypes.slice(contentTypes.lastIndexOf('"', end) + 1, end).toLowerCase();
  const known = OFFICE[main];
  if (known !== undefined) return known;
  if (/^application\/vnd\.ms-[a-z]+\.[a-z]+\.macroenabled$/.test(main)) return `${main}.12`;
  return main.startsWith('application/vnd.openxmlformats-officedocument.') ? main : ZIP;
}
