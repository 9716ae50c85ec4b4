// Detects the type of a file from its first bytes, independent of its name, by unambiguous signatures. Text has none.
import { ZIP, zipType } from './zip-type.ts';

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
  signature('image/jls', '\xFF\xD8\xFF\xF7'),
  signature('image/jpeg', '\xFF\xD8\xFF'),
  signature('image/gif', 'GIF'),
  signature('image/tiff', 'II*\0'),
  signature('image/tiff', 'MM\0*'),
  signature('image/vnd.ms-photo', 'II\xBC'),
  signature('image/bmp', 'BM'),
  signature('image/x-icon', '\0\0\x01\0'),
  signature('image/x-icon', '\0\0\x02\0'),
  signature('image/icns', 'icns'),
  signature('image/vnd.adobe.photoshop', '8BPS'),
  signature('image/x-xcf', 'gimp xcf '),
  signature('image/bpg', 'BPG\xFB'),
  signature('image/flif', 'FLIF'),
  signature('image/ktx', '\xABKTX 11\xBB\r\n\x1A\n'),
  signature('image/jxl', '\xFF\n'),
  signature('image/jxl', '\0\0\0\fJXL \r\n\x87\n'),
  signature('image/j2c', '\xFF\x4F\xFF\x51'),
  signature('image/jp2', '\0\0\0\fjP  \r\n\x87\n'),
  signature('application/pdf', '%PDF'),
  signature('application/postscript', '%!'),
  signature('application/eps', '\xC5\xD0\xD3\xC6'),
  signature('application/rtf', '{\\rtf'),
  signature('application/xml', '<?xml '),
  signature('application/xml', '\xFE\xFF\0<\0?\0x\0m\0l\0 '),
  signature('application/xml', '\xFF\xFE<\0?\0x\0m\0l\0 \0'),
  signature(ZIP, 'PK\x05\x06'),
  signature(ZIP, 'PK\x07\x08'),
  signature('application/gzip', '\x1F\x8B\x08'),
  signature('application/x-bzip2', 'BZh'),
  signature('application/x-compress', '\x1F\xA0'),
  signature('application/x-compress', '\x1F\x9D'),
  signature('application/x-xz', '\xFD7zXZ\0'),
  signature('application/x-lzip', 'LZIP'),
  signature('application/x-lz4', '\x04\x22\x4D\x18'),
  signature('application/zstd', '\x28\xB5\x2F\xFD'),
  signature('application/x-7z-compressed', "7z\xBC\xAF'\x1C"),
  signature('application/x-rar-compressed', 'Rar!\x1A\x07'),
  signature('application/x-arj', '\x60\xEA'),
  signature('application/x-cpio', '\xC7\x71'),
  signature('application/x-cpio', '070707'),
  signature('application/x-tar', 'ustar\0', 257),
  signature('application/x-tar', 'ustar ', 257),
  signature('application/vnd.ms-cab-compressed', 'MSCF'),
  signature('application/x-deb', '!<arch>\ndebian-binary'),
  signature('application/x-unix-archive', '!<arch>'),
  signature('application/x-rpm', '\xED\xAB\xEE\xDB'),
  signature('application/x-apple-diskimage', '\x78\x01'),
  signature('application/x-google-chrome-extension', 'Cr24'),
  signature('application/x-shockwave-flash', 'CWS'),
  signature('application/x-shockwave-flash', 'FWS'),
  signature('application/x-cfb', '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1'),
  signature('application/x-sqlite3', 'SQLi'),
  signature('application/vnd.ms-htmlhelp', 'ITSF'),
  signature('application/vnd.ms-outlook', '!BDN'),
  signature('application/vnd.apache.parquet', 'PAR1'),
  signature('application/vnd.apache.arrow.file', 'ARROW1\0\0'),
  signature('application/avro', 'Obj\x01'),
  signature('application/vnd.iccprofile', 'acsp', 36),
  signature('application/x-mobipocket-ebook', 'BOOKMOBI', 60),
  signature('application/dicom', 'DICM', 128),
  signature('application/x.ms.shortcut', 'L\0\0\0\x01\x14\x02\0\0\0\0\0\xC0\0\0\0\0\0\0F'),
  signature('application/x-ms-regedit', 'REGEDIT4\r\n'),
  signature('application/pgp-encrypted', '-----BEGIN PGP MESSAGE-----'),
  signature('application/wasm', '\0asm'),
  signature('application/x-elf', '\x7FELF'),
  signature('application/x-mach-binary', '\xFE\xED\xFA\xCE'),
  signature('application/x-mach-binary', '\xFE\xED\xFA\xCF'),
  signature('application/x-mach-binary', '\xCE\xFA\xED\xFE'),
  signature('application/x-mach-binary', '\xCF\xFA\xED\xFE'),
  signature('application/x-msdownload', 'MZ'),
  signature('application/x-blender', 'BLENDER'),
  signature('font/woff', 'wOFF\0\x01\0\0'),
  signature('font/woff', 'wOFFOTTO'),
  signature('font/woff2', 'wOF2\0\x01\0\0'),
  signature('font/woff2', 'wOF2OTTO'),
  signature('font/otf', 'OTTO\0'),
  signature('font/ttf', '\0\x01\0\0\0'),
  signature('font/collection', 'ttcf'),
  signature('audio/mpeg', 'ID3'),
  signature('audio/flac', 'fLaC'),
  signature('audio/midi', 'MThd'),
  signature('audio/amr', '#!AMR'),
  signature('audio/aiff', 'FORM'),
  signature('audio/ape', 'MAC '),
  signature('audio/wavpack', 'wvpk'),
  signature('audio/x-musepack', 'MP+'),
  signature('audio/x-musepack', 'MPCK'),
  signature('audio/vnd.dolby.dd-raw', '\x0B\x77'),
  signature('video/x-flv', 'FLV\x01'),
  signature('video/mpeg', '\0\0\x01\xB3'),
  signature('video/quicktime', 'free', 4),
  signature('video/quicktime', 'mdat', 4),
  signature('video/quicktime', 'moov', 4),
  signature('video/quicktime', 'wide', 4),
  signature('application/vnd.ms-asf', '\x30\x26\xB2\x75\x8E\x66\xCF\x11\xA6\xD9'),
  signature('application/vnd.rn-realmedia', '.RMF'),
  signature('application/mxf', '\x06\x0E\x2B\x34\x02\x05\x01\x01\x0D\x01\x02\x01\x01\x02'),
  signature('model/gltf-binary', 'glTF\x02\0\0\0'),
  signature('model/stl', 'solid '),
  signature('text/calendar', 'BEGIN:VCALENDAR'),
  signature('text/vcard', 'BEGIN:VCARD'),
  signature('text/vtt', 'WEBVTT\n'),
  signature('text/vtt', 'WEBVTT\r'),
  signature('text/vtt', 'WEBVTT '),
  signature('text/vtt', 'WEBVTT\t'),
];

/** Format identifiers of RIFF files. */
const RIFF: Readonly<Record<string, string>> = {
  WEBP: 'image/webp',
  WAVE: 'audio/wav',
  'AVI ': 'video/vnd.avi',
  QLCM: 'audio/qcelp',
};

/** Brands of ISO media files; others are `video/mp4`. */
const BRANDS: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  avis: 'image/avif',
  mif1: 'image/heif',
  msf1: 'image/heif-sequence',
  heic: 'image/heic',
  heix: 'image/heic',
  hevc: 'image/heic-sequence',
  hevx: 'image/heic-sequence',
  'qt  ': 'video/quicktime',
  'M4A ': 'audio/x-m4a',
  'M4B ': 'audio/mp4',
  'F4A ': 'audio/mp4',
  'F4B ': 'audio/mp4',
  'M4V ': 'video/x-m4v',
  M4VH: 'video/x-m4v',
  M4VP: 'video/x-m4v',
  'crx ': 'image/x-canon-cr3',
};

/** First bytes of the first stream of an Ogg file; others are `application/ogg`. */
const OGG: readonly (readonly [start: string, type: string])[] = [
  ['OpusHead', 'audio/ogg; codecs=opus'],
  ['\x80theora', 'video/ogg'],
  ['\x01video\0', 'video/ogg'],
  ['\x7FFLAC', 'audio/ogg'],
  ['Speex  ', 'audio/ogg'],
  ['\x01vorbis', 'audio/ogg'],
];

/** Types of Matroska files by their name: element 0x4282 of the header. */
const MATROSKA: readonly (readonly [name: string, type: string])[] = [
  ['webm', 'video/webm'],
  ['matroska', 'video/matroska'],
];

const BYTE_ORDER_MARK = '\xEF\xBB\xBF';

/** Returns the type of a file that begins with these bytes, or null. */
export function detectType(head: Uint8Array): string | null {
  const bytes = Buffer.from(head);
  const sent = bytes.toString('latin1');
  const text = sent.startsWith(BYTE_ORDER_MARK) ? sent.slice(BYTE_ORDER_MARK.length) : sent;
  const kind = text.slice(8, 12);
  if (text.startsWith('RIFF')) return RIFF[kind] ?? null;
  if (text.startsWith('ftyp', 4)) return BRANDS[kind] ?? mobileType(kind);
  if (text.startsWith('PK\x03\x04')) return zipType(bytes.subarray(sent.length - text.length));
  if (text.startsWith('\x89PNG\r\n\x1A\n')) return isAnimated(bytes) ? 'image/apng' : 'image/png';
  if (text.startsWith('OggS'))
    return OGG.find(([start]) => text.startsWith(start, 28))?.[1] ?? 'application/ogg';
  if (text.startsWith('\x1A\x45\xDF\xA3')) return matroskaType(text);
  if (/^%!PS-Adobe-... EPSF-/.test(text)) return 'application/eps';
  if (text.startsWith('\0\0\x01\xBA')) return programStreamType(text.charCodeAt(4));
  const found = SIGNATURES.find(({ bytes: start, at }) => text.startsWith(start, at));
  return found?.type ?? audioType(text);
}

function mobileType(brand: string): string {
  if (brand.startsWith('3g2')) return 'video/3gpp2';
  return brand.startsWith('3g') ? 'video/3gpp' : 'video/mp4';
}

/** Whether a PNG has an `acTL` chunk before its image data. */
function isAnimated(bytes: Buffer): boolean {
  for (let at = 8; at + 8 <= bytes.length; at += bytes.readUInt32BE(at) + 12) {
    const chunk = bytes.toString('latin1', at + 4, at + 8);
    if (chunk === 'acTL') return true;
    if (chunk === 'IDAT') return false;
  }
  return false;
}

function matroskaType(text: string): string | null {
  const at = text.slice(0, 256).indexOf('\x42\x82');
  if (at < 0) return null;
  return MATROSKA.find(([name]) => text.startsWith(name, at + 3))?.[1] ?? null;
}

function programStreamType(marker: number): string {
  if ((marker & 0xf1) === 0x21) return 'video/MP1S';
  return (marker & 0xc4) === 0x44 ? 'video/MP2P' : 'video/mpeg';
}

/** Type of an MPEG audio stream, which begins with a frame. Text in UTF-16 begins in a similar way. */
function audioType(text: string): string | null {
  const [first, second] = [text.charCodeAt(0), text.charCodeAt(1)];
  if (first !== 0xff || !(second >= 0xe0) || second === 0xfe) return null;
  if ((second & 0x16) === 0x10) return 'audio/aac';
  return (second & 0x06) === 0 ? null : 'audio/mpeg';
}
