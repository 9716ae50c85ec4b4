// Copies sections as JSON, which can be pasted into any entry that allows the component.
import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { readPreference, writePreference } from '../../base/device.ts';
import { asNew, COMPONENT, itemsOf } from '../../model/components.ts';
import type { ComponentForm } from '../../model/layout.ts';
import type { Attribute } from '../../model/schema.ts';
import { emptyItem, type ComponentContext } from './component-value.ts';

/** Storage key of the last copied section, because pages cannot always read the clipboard. */
const KEPT = 'section';

/** Serializes a section for the clipboard. @param uid Component uid */
export function printSection(uid: string, item: JsonObject): string {
  return JSON.stringify({ 'quoin.section': { ...item, [COMPONENT]: uid } });
}

/** Stores a copied section on this device. */
export function keepSection(text: string): void {
  writePreference(KEPT, text);
}

/** Writes to the clipboard, which is only available in secure contexts. */
export function writeClipboard(text: string): void {
  void (navigator.clipboard as Clipboard | undefined)?.writeText(text).catch(() => undefined);
}

/** Returns the last copied section on this device, or an empty string. */
export function copiedSection(): string {
  return readPreference(KEPT) ?? '';
}

/**
 * Parses a section as a new item; null if it is invalid or its component is not among the choices.
 * Fields that the component does not have, and values of the wrong kind, are dropped.
 */
export function parseSection(
  text: string,
  choices: readonly ComponentForm[],
  { attribute, context }: { readonly attribute: Attribute; readonly context: ComponentContext },
): JsonObject | null {
  const copied = sectionIn(text);
  const form = choices.find(({ uid }) => uid === copied?.[COMPONENT]);
  if (!copied || !form) return null;
  const empty = emptyItem(form.uid, attribute, context);
  const values = form.fields.flatMap(({ attribute: { name } }): readonly [string, Json][] => {
    const value = copied[name];
    const isText = typeof empty[name] === 'string';
    return value === undefined || (isText && typeof value !== 'string') ? [] : [[name, value]];
  });
  const [item = null] = itemsOf(asNew({ ...empty, ...Object.fromEntries(values) }));
  return item;
}

function sectionIn(text: string): JsonObject | null {
  try {
    const parsed: unknown = JSON.parse(text);
    const section = isJsonObject(parsed) ? parsed['quoin.section'] : null;
    return isJsonObject(section) ? section : null;
  } catch {
    return null;
  }
}
