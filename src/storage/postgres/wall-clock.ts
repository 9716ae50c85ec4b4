// Times in columns without a time zone: as in Strapi, they are in the time zone of the process
// (docs/strapi/storage.md, "Stored values").

/** Formats milliseconds since 1970 as `2024-02-29 12:00:00.123` in the time zone of the process. */
export function toWallClock(time: number): string {
  const date = new Date(time);
  const year = date.getFullYear();
  const day = [
    pad(Math.abs(year < 1 ? 1 - year : year), 4),
    pad(date.getMonth() + 1),
    pad(date.getDate()),
  ];
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => pad(part));
  const text = `${day.join('-')} ${clock.join(':')}.${pad(date.getMilliseconds(), 3)}`;
  return year < 1 ? `${text} BC` : text;
}

function pad(number: number, length: number = 2): string {
  return String(number).padStart(length, '0');
}

const MOMENT =
  /^(\d{4,})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?([+-]\d\d(?::?\d\d)?(?::?\d\d)?)?( BC)?$/;

/**
 * Parses a time of the server, with or without time zone, to milliseconds since 1970; NaN for others, such as
 * `infinity`.
 */
export function fromServer(text: string): number {
  const found = MOMENT.exec(text);
  if (!found) return Number.NaN;
  const [, year = '', month, day, hours, minutes, seconds, fraction = '', zone, bc] = found;
  const fullYear = bc === undefined ? Number(year) : 1 - Number(year);
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  const parts = [Number(month) - 1, Number(day), Number(hours), Number(minutes), Number(seconds)];
  return zone === undefined
    ? inLocalZone(fullYear, parts, milliseconds)
    : inUtc(fullYear, parts, milliseconds) - offsetOf(zone);
}

/** `new Date(year, …)` maps the years 0 to 99 to the last century. */
function inLocalZone(year: number, parts: readonly number[], milliseconds: number): number {
  const [month = 0, day = 1, hours = 0, minutes = 0, seconds = 0] = parts;
  const date = new Date(2000, 0, 1);
  date.setFullYear(year, month, day);
  date.setHours(hours, minutes, seconds, milliseconds);
  return date.getTime();
}

function inUtc(year: number, parts: readonly number[], milliseconds: number): number {
  const [month = 0, day = 1, hours = 0, minutes = 0, seconds = 0] = parts;
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  date.setUTCHours(hours, minutes, seconds, milliseconds);
  return date.getTime();
}

/** Offset of a zone such as `+05:30` in milliseconds. */
function offsetOf(zone: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = (zone.slice(1).match(/\d\d/g) ?? []).map(Number);
  const size = (hours * 3600 + minutes * 60 + seconds) * 1000;
  return zone.startsWith('-') ? -size : size;
}
