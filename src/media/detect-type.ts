// Detects the type of a file from its first bytes, whatever its name is. Only unambiguous signatures are known; text
// has none.

/** Number of bytes that are read. */
export const HEAD_LENGTH: number = 512;

interface Sign {
  readonly type: string;
  readonly at: number;
  /** Latin-1. */
  readonly bytes: string;
}

function sign(type: string, bytes: string, at: number = 0): Sign {
  return { type, at, bytes };
}

const SIGNS: readonly Sign[] = [
  sign('image/jpeg', '\xFF\xD8\xFF'),
  sign('image/png', '\x89PNG\r\n\x1A\n'),
  sign('image/gif', 'GIF8'),
  sign('image/tiff', 'II*\0'),
  sign('image/tiff', 'MM\0*'),
  sign('image/bmp', 'BM'),
  sign('image/x-icon', '\0\0\x01\0'),
  sign('image/vnd.adobe.photoshop', '8BPS'),
  sign('application/pdf', '%PDF-'),
  sign('application/postscript', '%!PS'),
  sign('application/rtf', '{\\rtf'),
  sign('application/xml', '<?xml '),
  sign('application/zip', 'PK\x03\x04'),
  sign('application/zip', 'PK\x05\x06'),
  sign('application/gzip', '\x1F\x8B\x08'),
  sign('application/x-bzip2', 'BZh'),
  sign('application/x-xz', '\xFD7zXZ\0'),
  sign('application/zstd', '\x28\xB5\x2F\xFD'),
  sign('application/x-7z-compressed', "7z\xBC\xAF'\x1C"),
  sign('application/x-rar-compressed', 'Rar!\x1A\x07'),
  sign('application/x-tar', 'ustar', 257),
  sign('application/x-cfb', '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1'),
  sign('application/x-sqlite3', 'SQLite format 3\0'),
  sign('application/wasm', '\0asm'),
  sign('application/x-elf', '\x7FELF'),
  sign('application/x-msdownload', 'MZ'),
  sign('font/woff', 'wOFF'),
  sign('font/woff2', 'wOF2'),
  sign('font/otf', 'OTTO\0'),
  sign('font/ttf', '\0\x01\0\0\0'),
  sign('audio/mpeg', 'ID3'),
  sign('audio/mpeg', '\xFF\xFB'),
  sign('audio/x-flac', 'fLaC'),
  sign('audio/midi', 'MThd'),
  sign('audio/ogg', 'OggS'),
  sign('audio/amr', '#!AMR'),
  sign('video/webm', '\x1A\x45\xDF\xA3'),
  sign('video/x-flv', 'FLV\x01'),
  sign('video/mpeg', '\0\0\x01\xBA'),
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
  return SIGNS.find(({ bytes, at }) => text.startsWith(bytes, at))?.type ?? null;
}
