// Changes that hooks make to the answer of a write.
import type { JsonObject } from '../base/json.ts';
import type { ResponseFormat } from '../query/read.ts';
import type { ContentType } from '../schema/types.ts';
import type { AnswerChanges } from './write-hooks.ts';

/** What an entry is of, and how it is written. */
interface AnsweredEntry {
  readonly type: ContentType;
  readonly format: ResponseFormat;
}

/** An entry with changes of hooks. Attributes that the answer does not show stay out of it. */
export function withChanges(
  text: string,
  changes: AnswerChanges | undefined,
  { type, format }: AnsweredEntry,
): string {
  if (!changes) return text;
  const entry = JSON.parse(text) as JsonObject;
  const isWrapped = format === 'v4';
  const values = isWrapped ? (entry['attributes'] as JsonObject) : entry;
  const shown = [...changes].filter(([name]) => name in values || !type.attributes.has(name));
  const changed = { ...values, ...Object.fromEntries(shown) };
  return JSON.stringify(isWrapped ? { ...entry, attributes: changed } : changed);
}
