// Detects the type of a file from its first bytes, independent of its name, by unambiguous signatures. Text has none.

/** Number of bytes that are read. */
export const HEAD_LENGTH: number = 512;

interface Signature {
  readonly type: string;
  readonly at: number;
  /** Latin-1. */
  readonly bytes: string;
}

function signature(type: string, bytes: string, at: number = 0): Signature {
  return { type, at, bytes };
}

const SIGNATURES: readonly Signature[] = [
  signature('image/jpeg', '\xFF\xD8\xFF'),
  signature('image/png', '\x89PNG\r\n\x1A\n'),
  signature('image/gif', 'GIF8'),
  signature('image/tiff', 'II*\0'),
  signature('image/tiff', 'MM\0*'),
  signature('image/bmp', 'BM'),
  signature('image/x-icon', '\0\0\x01\0'),
  signature('image/vnd.adobe.photoshop', '8BPS'),
  signature('application/pdf', '%PDF-'),
  signature('application/postscript', '%!PS'),
  signature('application/rtf', '{\\rtf'),
  signature('application/xml', '<?xml '),
  signature('application/zip', 'PK\x03\x04'),
  signature('application/zip', 'PK\x05\x06'),
  signature('application/gzip', '\x1F\x8B\x08'),
  signature('application/x-bzip2', 'BZh'),
  signature('application/x-xz', '\xFD7zXZ\0'),
  signature('application/zstd', '\x28\xB5\x2F\xFD'),
  signature('application/x-7z-compressed', "7z\xBC\xAF'\x1C"),
  signature('application/x-rar-compressed', 'Rar!\x1A\x07'),
  signature('application/x-tar', 'ustar', 257),
  signature('application/x-cfb', '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1'),
  signature('application/x-sqlite3', 'SQLite format 3\0'),
  signature('application/wasm', '\0asm'),
  signature('application/x-elf', '\x7FELF'),
  signature('application/x-msdownload', 'MZ'),
  signature('font/woff', 'wOFF'),
  signature('font/woff2', 'wOF2'),
  signature('font/otf', 'OTTO\0'),
  signature('font/ttf', '\0\x01\0\0\0'),
  signature('audio/mpeg', 'ID3'),
  signature('audio/mpeg', '\xFF\xFB'),
  signature('audio/x-flac', 'fLaC'),
  signature('audio/midi', 'MThd'),
  signature('audio/ogg', 'OggS'),
  signature('audio/amr', '#!AMR'),
  signature('video/webm', '\x1A\x45\xDF\xA3'),
  signature('video/x-flv', 'FLV\x01'),
  signature('video/mpeg', '\0\0\x01\xBA'),
];

/** Format identifiers of RIFF files. */
const RIFF: Readonly<Record<string, string>> = {
  WEBP: 'image/webp',
  WAVE: 'audio/wav',
  'AVI ': 'video/vnd.avi',
};

/** Brands of ISO media files; others are `video/mp4`. */
const BRANDS: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  avis: 'image/avif',
  mif1: 'image/heif',
  heic: 'image/heic',
  heix: 'image/heic',
  'qt  ': 'video/quicktime',
  'M4A ': 'audio/x-m4a',
  'M4V ': 'video/x-m4v',
};

/** Returns the type of a file that begins with these bytes, or null. */
export function detectType(head: Uint8Array): string | null {
  const text = Buffer.from(head).toString('latin1');
  const kind = text.slice(8, 12);
  if (text.startsWith('RIFF')) return RIFF[kind] ?? null;
  if (text.startsWith('ftyp', 4)) return BRANDS[kind] ?? 'video/mp4';
  return SIGNATURES.find(({ bytes, at }) => text.startsWith(bytes, at))?.type ?? null;
}
