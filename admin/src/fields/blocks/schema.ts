// ProseMirror schema of blocks: the tree of the stored JSON, with unknown parts as opaque nodes.
import { Schema, type AttributeSpec, type DOMOutputSpec, type Node } from 'prosemirror-model';
import { isJsonObject, stringOr, type Json, type JsonObject } from '../../base/json.ts';

/** Properties that the editor does not support. */
const REST: { readonly rest: AttributeSpec } = { rest: { default: null } };

/** Marks with the same names as text properties. */
export const FLAGS = ['bold', 'italic', 'underline', 'strikethrough', 'code'] as const;

/** Marks in code blocks: all except links. */
const CODE_MARKS = [...FLAGS, 'textRest'].join(' ');

/** Allows line breaks anywhere in a text, as in HTML source. */
const COLLAPSED = { preserveWhitespace: false } as const;

export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      group: 'block',
      content: 'inline*',
      attrs: REST,
      parseDOM: [{ tag: 'p', ...COLLAPSED }],
      toDOM: () => ['p', 0],
    },
    heading: {
      group: 'block',
      content: 'inline*',
      defining: true,
      attrs: { level: { default: 1 }, ...REST },
      parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
        tag: `h${level}`,
        attrs: { level },
        ...COLLAPSED,
      })),
      toDOM: ({ attrs }) => [`h${String(attrs['level'])}`, 0],
    },
    quote: {
      group: 'block',
      content: 'inline*',
      defining: true,
      attrs: REST,
      parseDOM: [{ tag: 'blockquote', ...COLLAPSED }],
      toDOM: () => ['blockquote', 0],
    },
    codeBlock: {
      group: 'block',
      content: 'text*',
      marks: CODE_MARKS,
      code: true,
      defining: true,
      attrs: { language: { default: null }, ...REST },
      parseDOM: [
        {
          tag: 'pre',
          preserveWhitespace: 'full',
          getAttrs: (element) => ({ language: languageOf(element) }),
        },
      ],
      toDOM: () => ['pre', ['code', { dir: 'ltr', spellcheck: 'false' }, 0]],
    },
    list: {
      group: 'block',
      content: '(listItem | list)+',
      attrs: { format: { default: 'unordered' }, ...REST },
      parseDOM: [
        { tag: 'ul', attrs: { format: 'unordered' } },
        { tag: 'ol', attrs: { format: 'ordered' } },
      ],
      toDOM: ({ attrs }) => [attrs['format'] === 'ordered' ? 'ol' : 'ul', 0],
    },
    listItem: {
      content: 'inline*',
      defining: true,
      attrs: REST,
      parseDOM: [{ tag: 'li', ...COLLAPSED }],
      toDOM: () => ['li', 0],
    },
    image: {
      group: 'block',
      atom: true,
      draggable: true,
      attrs: { image: {}, children: { default: null }, isUploading: { default: false }, ...REST },
      parseDOM: [
        {
          tag: 'figure[data-image]',
          priority: 60,
          getAttrs: (element) => ({ image: storedIn(element, 'data-image') }),
        },
        {
          tag: 'img[src]',
          getAttrs: (element) => ({
            image: { url: element.getAttribute('src'), name: element.getAttribute('alt') ?? '' },
            isUploading: true,
          }),
        },
      ],
      toDOM: imageElement,
    },
    unknown: {
      group: 'block',
      atom: true,
      attrs: { json: {} },
      parseDOM: [{ tag: 'div[data-unknown]', getAttrs: unknownIn }],
      toDOM: ({ attrs }) => ['div', ...unknownElement(attrs['json'] as Json)],
    },
    text: { group: 'inline' },
    lineBreak: {
      group: 'inline',
      inline: true,
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
    unknownInline: {
      group: 'inline',
      inline: true,
      atom: true,
      attrs: { json: {} },
      parseDOM: [{ tag: 'span[data-unknown]', getAttrs: unknownIn }],
      toDOM: ({ attrs }) => ['span', ...unknownElement(attrs['json'] as Json)],
    },
  },
  marks: {
    link: {
      // Adjacent links to the same URL stay separate.
      attrs: { url: {}, key: { default: 0 }, ...REST },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element) => {
            const url = element.getAttribute('href') ?? '';
            return isLinkAddress(url) ? { url } : false;
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', linkAttributes(String(attrs['url'])), 0],
    },
    bold: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
    italic: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
    underline: { parseDOM: [{ tag: 'u' }, { tag: 'ins' }], toDOM: () => ['u', 0] },
    strikethrough: {
      parseDOM: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }],
      toDOM: () => ['s', 0],
    },
    code: {
      parseDOM: [{ tag: 'code' }, { tag: 'kbd' }, { tag: 'samp' }],
      toDOM: () => ['code', { spellcheck: 'false' }, 0],
    },
    textRest: { attrs: { rest: {} }, toDOM: () => ['span', 0] },
  },
});

/** Node types by name. */
export const NODES = schema.nodes;

/** Returns true for a URL that links may have, by the rule of the server. */
export function isLinkAddress(url: string): boolean {
  if (url.startsWith('/')) return true;
  return (
    URL.canParse(url) &&
    ['http:', 'https:', 'ftp:', 'mailto:', 'tel:'].includes(new URL(url).protocol)
  );
}

let lastKey = 0;

/** Returns the key of a new link. */
export function nextLinkKey(): number {
  lastKey += 1;
  return lastKey;
}

/** An opaque node shows its type. */
function unknownElement(json: Json): readonly [attributes: Record<string, string>, type: string] {
  const type = isJsonObject(json) ? stringOr(json['type'], '?') : '?';
  return [{ 'data-unknown': JSON.stringify(json), contenteditable: 'false' }, type];
}

function unknownIn(element: HTMLElement): { readonly json: Json } {
  return { json: storedIn(element, 'data-unknown') };
}

/** Parses JSON in an attribute that the editor wrote for copies. */
function storedIn(element: HTMLElement, attribute: string): Json {
  try {
    return JSON.parse(element.getAttribute(attribute) ?? '') as Json;
  } catch {
    return {};
  }
}

function linkAttributes(url: string): Record<string, string> {
  const href: Record<string, string> = isLinkAddress(url) ? { href: url } : {};
  return { ...href, target: '_blank', rel: 'noreferrer', title: url };
}

/** Returns the language of a `pre` element from class names of other programs. */
function languageOf(element: HTMLElement): string | null {
  const names = `${element.className} ${element.querySelector('code')?.className ?? ''}`;
  return /\b(?:language|lang|highlight-source)-([\w+#-]+)/.exec(names)?.[1] ?? null;
}

function imageElement({ attrs }: Node): DOMOutputSpec {
  const image = attrs['image'] as JsonObject;
  const source = String(image['url'] ?? '');
  const alternative = String(image['alternativeText'] ?? '') || String(image['name'] ?? '');
  return [
    'figure',
    attrs['isUploading'] === true
      ? { 'aria-busy': 'true' }
      : { 'data-image': JSON.stringify(image) },
    ['img', { src: source, alt: alternative }],
  ];
}
