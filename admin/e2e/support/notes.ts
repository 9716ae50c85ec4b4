// Notes with structured text: requests, pastes and stored values for tests.
import type { Page } from 'playwright-core';
import type { Blog } from './blog.ts';

/** Where notes are. */
export const NOTES = '/admin/content-manager/collection-types/api::note.note';
const API = '/content-manager/collection-types/api::note.note';

/** The blocks editor of a note. */
export const BODY = '#field-body [contenteditable=true]';

/** Makes a note over the API. Returns its document id. */
export async function makeNote(blog: Blog, body: unknown): Promise<string> {
  const { data } = await blog.call(API, { method: 'POST', body: { title: 'Note', body } });
  return (data as { documentId: string }).documentId;
}

/** The draft of a note as the server has it. */
export async function stored(blog: Blog, documentId: string): Promise<Record<string, unknown>> {
  return (await blog.call(`${API}/${documentId}`))['data'] as Record<string, unknown>;
}

/** Pastes into the element with the focus, as a browser does. */
export async function paste(page: Page, content: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate((types) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(types)) clipboardData.setData(type, text);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, content);
}

/** A text node in Strapi's format. */
export function text(value: string, more: object = {}): object {
  return { type: 'text', text: value, ...more };
}

/** A block in Strapi's format. */
export function block(type: string, ...children: readonly object[]): object {
  return { type, children };
}
