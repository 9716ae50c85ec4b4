// Reads the text of structured text (blocks) without the editor.
import { isJsonObject, type Json } from '../base/json.ts';

/** Returns the text of a value, one line per block. */
export function blocksText(value: Json): string {
  return Array.isArray(value) ? (value as readonly Json[]).map(textOfBlock).join('\n').trim() : '';
}

/** Returns true if a value has neither text nor other visible content, such as an image. */
export function isEmptyBlocks(value: Json): boolean {
  if (!Array.isArray(value)) return true;
  return (value as readonly Json[]).every(
    (block) => isJsonObject(block) && block['type'] !== 'image' && textOfBlock(block).trim() === '',
  );
}

export function textOfBlock(block: Json): string {
  if (!isJsonObject(block)) return '';
  const { type, text, children, image } = block;
  if (type === 'text') return typeof text === 'string' ? text : '';
  if (type === 'image' && isJsonObject(image ?? null)) return captionOf(image ?? null);
  if (!Array.isArray(children)) return '';
  const parts = (children as readonly Json[]).map(textOfBlock);
  return parts.join(type === 'list' ? '\n' : '');
}

function captionOf(image: Json): string {
  const alternative = isJsonObject(image) ? image['alternativeText'] : null;
  return typeof alternative === 'string' ? alternative : '';
}
