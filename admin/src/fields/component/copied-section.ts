// A section on the clipboard: JSON, which another entry takes if it may have such a section.
import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { readPreference, writePreference } from '../../base/device.ts';
import { asNew, COMPONENT, itemsOf } from '../../model/components.ts';
import type { ComponentForm } from '../../model/layout.ts';
import type { Attribute } from '../../model/schema.ts';
import { emptyItem, type ComponentContext } from './component-value.ts';

/** Where the last copied section is kept: pages may not always read the clipboard. */
const KEPT = 'section';

/** Returns the text of a section for the clipboard. @param uid Of its component */
export function printSection(uid: string, item: JsonObject): string {
  return JSON.stringify({ 'quoin.section': { ...item, [COMPONENT]: uid } });
}

/** Keeps the text of a copied section on this device. */
export function keepSection(text: string): void {
  writePreference(KEPT, text);
}

/** Puts a text on the clipboard, as far as the browser lets it: pages without HTTPS have none. */
export function writeClipboard(text: string): void {
  void (navigator.clipboard as Clipboard | undefined)?.writeText(text).catch(() => undefined);
}

/** The text of the section that was copied last on this device; empty if there is none. */
export function copiedSection(): string {
  return readPreference(KEPT) ?? '';
}

/**
 * Returns the section of a text as a new item; null if it holds none, or one of a component that is not among the choices.
 * Only fields of the component are taken, and only values of their kind.
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
