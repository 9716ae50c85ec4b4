// Thumbnail URLs for lists.
import { isJsonObject, stringOr, type Json, type JsonObject } from '../base/json.ts';

/** Returns the thumbnail URL of an image, or the URL of the original; empty for other files. */
export function thumbnailOf(raw: JsonObject): string {
  const formats = isJsonObject(raw['formats']) ? raw['formats'] : {};
  const small = isJsonObject(formats['small']) ? formats['small'] : formats['thumbnail'];
  const url = stringOr(raw['url'], '');
  const whole = stringOr(raw['mime'], '').startsWith('image/') ? url : '';
  const address = isJsonObject(small) ? stringOr(small['url'], whole) : whole;
  return address === '' ? '' : `${address}${versionOf(url, raw['updatedAt'] ?? null)}`;
}

/** Returns a version query for URLs of a replaceable file. Signed URLs, and those of other hosts, are unchanged. */
export function versionOf(url: string, updatedAt: Json): string {
  if (!url.startsWith('/') || url.includes('?') || typeof updatedAt !== 'string') return '';
  return `?updated_at=${encodeURIComponent(updatedAt)}`;
}
