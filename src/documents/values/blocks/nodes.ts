// The nodes of blocks and their properties (docs/strapi/writing.md, "Blocks").
import { isJsonObject } from '../../../base/json.ts';
import { parseUrl } from '../../../base/urls.ts';
import { castBoolean, castNumber, castText } from '../casts.ts';
import { invalid, VALID, requiredMessage, wrongType, type Message } from './block-outcome.ts';
import { leaf, listOf, objectOf, type Shape } from './shape.ts';

const TEXT = { typeName: 'string', cast: castText, isType: isText };
const NUMBER = { typeName: 'number', cast: castNumber, isType: isNumber };

const flag = leaf({ typeName: 'boolean', cast: castBoolean, isType: isFlag });
const nullableText = leaf({ ...TEXT, isType: (value) => value === null || isText(value) });
const requiredText = leaf({ ...TEXT, rule: requiredRule });
const requiredNumber = leaf({ ...NUMBER, rule: requiredRule });

/** A required text. @param values The allowed values */
function choiceOf(...values: readonly string[]): Shape {
  return leaf({ ...TEXT, among: values, rule: requiredRule });
}

const textNode = objectOf({
  type: choiceOf('text'),
  text: leaf({ ...TEXT, rule: textRule }),
  bold: flag,
  italic: flag,
  underline: flag,
  strikethrough: flag,
  code: flag,
});

const linkNode = objectOf({
  type: choiceOf('link'),
  url: leaf({ ...TEXT, rule: linkRule }),
  children: listOf(textNode, null),
});

const inlineNode = nodeOf(
  { text: () => textNode, link: () => linkNode },
  'Inline node must be Text or Link',
);

const listItemNode = objectOf({ type: choiceOf('list-item'), children: listOf(inlineNode, null) });

const listChild = nodeOf(
  { list: () => listNode, 'list-item': () => listItemNode },
  'Inline node must be list-item or list',
);

const listNode: Shape = objectOf({
  type: choiceOf('list'),
  format: choiceOf('ordered', 'unordered'),
  children: listOf(listChild, 'List node children must have at least one ListItem or ListNode'),
});

const paragraphNode = objectOf({
  type: choiceOf('paragraph'),
  children: listOf(inlineNode, emptyMessage('Paragraph')),
});

const headingNode = objectOf({
  type: choiceOf('heading'),
  level: leaf({ ...NUMBER, among: [1, 2, 3, 4, 5, 6], rule: requiredRule }),
  children: listOf(inlineNode, emptyMessage('Heading')),
});

const quoteNode = objectOf({
  type: choiceOf('quote'),
  children: listOf(inlineNode, emptyMessage('Quote')),
});

const codeNode = objectOf({
  type: choiceOf('code'),
  language: nullableText,
  children: listOf(textNode, emptyMessage('Quote')),
});

const imageNode = objectOf({
  type: choiceOf('image'),
  image: objectOf({
    name: requiredText,
    alternativeText: nullableText,
    url: requiredText,
    caption: nullableText,
    width: requiredNumber,
    height: requiredNumber,
    formats: nullableObject(),
    hash: requiredText,
    ext: requiredText,
    mime: requiredText,
    size: requiredNumber,
    previewUrl: nullableText,
    provider: requiredText,
    createdAt: requiredText,
    updatedAt: requiredText,
  }),
  children: listOf(inlineNode, null),
});

/** A blocks value that is not null. */
export const blocksShape: Shape = listOf(
  nodeOf(
    {
      paragraph: () => paragraphNode,
      heading: () => headingNode,
      quote: () => quoteNode,
      list: () => listNode,
      image: () => imageNode,
      code: () => codeNode,
    },
    'Block node is of invalid type',
  ),
  null,
);

/** A node whose shape depends on its `type`. @param message The error for an unknown type */
function nodeOf(types: Readonly<Record<string, () => Shape>>, message: string): Shape {
  const known = new Map(Object.entries(types));
  const shapeOf = (value: unknown): Shape | undefined =>
    isJsonObject(value) && isText(value['type']) ? known.get(value['type'])?.() : undefined;
  return {
    cast: (value, depth) => {
      const shape = shapeOf(value);
      return shape ? shape.cast(value, depth) : value;
    },
    check: (value, location) =>
      shapeOf(value)?.check(value, location) ?? invalid(() => message, value, location),
  };
}

/** An object or null. Other values are errors, while Strapi would store null (docs/strapi/differences.md, D14). */
function nullableObject(): Shape {
  const object = objectOf({});
  return {
    cast: object.cast,
    check: (value, location) => {
      if (value !== null) return object.check(value, location);
      return location.original === null ? VALID[0] : wrongType('object', value, location);
    },
  };
}

/** The error for an empty list of children. Strapi uses `Quote` for code nodes as well. */
function emptyMessage(node: string): string {
  return `${node} node children must have at least one Text or Link node`;
}

function requiredRule(value: unknown): Message | null {
  return value === undefined || value === '' ? requiredMessage : null;
}

function textRule(value: unknown): Message | null {
  return value === undefined ? () => 'Text must be defined with at least an empty string' : null;
}

const PROTOCOLS = ['http:', 'https:', 'ftp:', 'mailto:', 'tel:'];

function linkRule(value: unknown): Message | null {
  const url = isText(value) ? value : '';
  const valid = url.startsWith('/') || PROTOCOLS.includes(parseUrl(url)?.protocol ?? '');
  return valid ? null : () => 'Please specify a valid link.';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && !Number.isNaN(value);
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}
