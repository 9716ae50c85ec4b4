// Row ids in requests of the media library.
import { rowIdOf } from '../../base/row-id.ts';

/** Returns the valid row ids in a list; other values match no row and are skipped. */
export function rowIds(sent: readonly unknown[]): readonly number[] {
  const texts = sent.filter((id) => typeof id === 'number' || typeof id === 'string').map(String);
  return [...new Set(texts.flatMap((text) => rowIdOf(text) ?? []))];
}
