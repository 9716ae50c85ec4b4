// Cleans pasted HTML of word processors, note apps and web pages.
import { isLinkAddress } from './schema.ts';

/** Elements without readable content. */
const NOISE =
  'style, script, meta, link, title, xml, template, noscript, button, svg, iframe, o\\:p:empty';

/** Blocks that items and quotes may contain. */
const INNER = 'p, div, h1, h2, h3, h4, h5, h6';

const BLOCKS = `${INNER}, ul, ol, pre, blockquote, table`;

/** Attribute with the inline styles of pasted elements. */
const STYLE = 'data-style';

/** Removes style sheets and renames `style` attributes, which the content security policy blocks at parse time. */
export function withoutStyles(html: string): string {
  return html
    .replaceAll(/<style[\s>].*?<\/style\s*>/gis, '')
    .replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(/\sstyle\s*=/gi, ` ${STYLE}=`));
}

/** Cleans a detached tree in place. Colors, fonts and sizes are ignored later. */
export function cleanHtml(root: HTMLElement): void {
  for (const element of root.querySelectorAll(NOISE)) element.remove();
  removeComments(root);
  wordLists(root);
  applyStyles(root);
  removeBreaks(root);
  normalizeSpaces(root);
  for (const table of root.querySelectorAll('table')) table.replaceWith(...rowsOf(table));
  unwrapBlocks(root);
  for (const image of root.querySelectorAll('img')) keepOrLink(image);
  removeEmpty(root);
}

function removeComments(root: HTMLElement): void {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}

/** Converts Word paragraphs, which contain list, level and bullet as text, to lists. */
function wordLists(root: HTMLElement): void {
  const items = [...root.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6')].filter(
    (element) => /mso-list:\s*l\d+ level\d+/.test(element.getAttribute(STYLE) ?? ''),
  );
  let open: HTMLElement[] = [];
  let previous: Element | null = null;
  for (const item of items) {
    if (previous === null || item.previousElementSibling !== previous) open = [];
    const level = Number(/mso-list:[^;]*level(\d+)/.exec(item.getAttribute(STYLE) ?? '')?.[1]);
    const marker = [...item.querySelectorAll('span')].find((span) =>
      /mso-list:\s*Ignore/i.test(span.getAttribute(STYLE) ?? ''),
    );
    const tag = /^[\s(]*(?:\d+|[a-z]|[ivxlc]+)[.)]/i.test(marker?.textContent ?? '') ? 'ol' : 'ul';
    marker?.remove();
    open = open.slice(0, level);
    while (open.length < level) {
      const list = root.ownerDocument.createElement(tag);
      const around = open.at(-1);
      if (around) around.append(list);
      else item.before(list);
      open.push(list);
    }
    const entry = root.ownerDocument.createElement('li');
    entry.append(...item.childNodes);
    open.at(-1)?.append(entry);
    previous = open[0] ?? null;
    item.remove();
  }
}

/** Converts styles to elements, as needed for Google Docs. */
const STYLED: readonly (readonly [style: RegExp, tag: string])[] = [
  [/font-weight:\s*(?:bold|[6-9]\d\d)/i, 'strong'],
  [/font-style:\s*italic/i, 'em'],
  [/text-decoration[\w-]*:[^;]*underline/i, 'u'],
  [/text-decoration[\w-]*:[^;]*line-through/i, 's'],
];

function applyStyles(root: HTMLElement): void {
  for (const element of root.querySelectorAll(`b[${STYLE}]`)) {
    const isNormal = /font-weight:\s*normal/i.test(element.getAttribute(STYLE) ?? '');
    if (isNormal) element.replaceWith(...element.childNodes);
  }
  for (const element of root.querySelectorAll(`span[${STYLE}]`)) {
    const style = element.getAttribute(STYLE) ?? '';
    for (const [pattern, tag] of STYLED) {
      // Links are underlined by default.
      if (!pattern.test(style) || (tag === 'u' && element.closest('a'))) continue;
      const inner = root.ownerDocument.createElement(tag);
      inner.append(...element.childNodes);
      element.append(inner);
    }
  }
  for (const element of root.querySelectorAll('a u')) element.replaceWith(...element.childNodes);
}

/** Removes line breaks between blocks and at their ends. */
function removeBreaks(root: HTMLElement): void {
  for (const line of root.querySelectorAll('br')) {
    const block = line.closest('p, h1, h2, h3, h4, h5, h6, li, blockquote, pre, td, th');
    const isBetween = !block && line.parentElement?.querySelector(BLOCKS) !== null;
    const isLast = block !== null && block.lastChild === line;
    if (isBetween || isLast || line.className === 'Apple-interchange-newline') line.remove();
  }
}

/** Replaces non-breaking spaces of word processors. */
function normalizeSpaces(root: HTMLElement): void {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (text.parentElement?.closest('pre')) continue;
    text.nodeValue = (text.nodeValue ?? '').replaceAll('\u00A0', ' ');
  }
}

/** Converts table rows to paragraphs, since blocks have no tables. */
function rowsOf(table: HTMLTableElement): readonly HTMLElement[] {
  const { ownerDocument } = table;
  return [...table.rows].map((row) => {
    const paragraph = ownerDocument.createElement('p');
    [...row.cells].forEach((cell, index) => {
      if (index > 0) paragraph.append(' | ');
      for (const block of cell.querySelectorAll('p, div, h1, h2, h3, h4, h5, h6'))
        block.replaceWith(...block.childNodes, ' ');
      paragraph.append(...cell.childNodes);
    });
    return paragraph;
  });
}

/** Flattens items and quotes, which contain text only: paragraphs are separated by line breaks. */
function unwrapBlocks(root: HTMLElement): void {
  for (const outer of root.querySelectorAll('li, blockquote')) {
    for (const block of outer.querySelectorAll(INNER)) {
      if (block.closest('li, blockquote') !== outer) continue;
      const isFirst = (previousText(block, outer) ?? '') === '';
      block.replaceWith(
        ...(isFirst ? [] : [root.ownerDocument.createElement('br')]),
        ...block.childNodes,
      );
    }
  }
}

/** Returns the text before a block in the outer element, up to the last list. */
function previousText(block: Element, outer: Element): string | null {
  let text = '';
  for (
    let node: Node | null = block.previousSibling ?? block.parentNode;
    node && node !== outer;
    node = node.previousSibling ?? node.parentNode
  ) {
    if (node instanceof HTMLElement && /^(?:UL|OL)$/.test(node.nodeName)) break;
    if (!node.contains(block)) text += node.textContent ?? '';
  }
  return text.trim();
}

/** Embedded images are uploaded later; others become links to their URL. */
function keepOrLink(image: HTMLImageElement): void {
  const source = image.getAttribute('src') ?? '';
  if (source.startsWith('data:image/')) return;
  const { ownerDocument } = image;
  if (!/^https?:/.test(source) || !isLinkAddress(source)) {
    image.remove();
    return;
  }
  const link = ownerDocument.createElement('a');
  link.href = source;
  link.textContent = image.alt || source;
  image.replaceWith(link);
}

function removeEmpty(root: HTMLElement): void {
  for (const element of root.querySelectorAll('p, div, h1, h2, h3, h4, h5, h6, li, blockquote')) {
    const isEmpty = (element.textContent ?? '').trim() === '';
    if (isEmpty && !element.querySelector('img')) element.remove();
  }
  for (const list of root.querySelectorAll('ul:empty, ol:empty')) list.remove();
}
