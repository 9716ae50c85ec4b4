// Converts stored blocks to editor documents and back. Unchanged nodes are serialized as they were read.
import type { Mark, Node } from 'prosemirror-model';
import { isEqualJson, isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { FLAGS, NODES, nextLinkKey, schema } from './schema.ts';

/** The JSON that a node was parsed from. Nodes are immutable: a changed node has no entry. */
const sources = new WeakMap<Node, Json>();

/** Returns the document of a form value. */
export function parseBlocks(value: Json): Node {
  const blocks = Array.isArray(value) ? (value as readonly Json[]).map(parseBlock) : [];
  return schema.node('doc', null, blocks.length > 0 ? blocks : [schema.node('paragraph')]);
}

/** Returns the form value of a document, or null if it is empty. */
export function printBlocks(document: Node): Json {
  const blocks: Json[] = [];
  document.forEach((block) => {
    // Images are not part of the value until they are uploaded.
    if (block.attrs['isUploading'] === true) return;
    const printed = sources.get(block) ?? printBlock(block, 0);
    sources.set(block, printed);
    blocks.push(printed);
  });
  const [only] = blocks;
  const isEmpty = blocks.length === 0 || (blocks.length === 1 && isEqualJson(only, EMPTY));
  return isEmpty ? null : blocks;
}

const EMPTY_TEXT: JsonObject = { type: 'text', text: '' };
const EMPTY: JsonObject = { type: 'paragraph', children: [EMPTY_TEXT] };

function parseBlock(json: Json): Node {
  const node = parseKnown(json) ?? schema.node('unknown', { json });
  sources.set(node, json);
  return node;
}

/** Returns a node, or null if the editor does not support it. */
function parseKnown(json: Json): Node | null {
  if (!isJsonObject(json) || !Array.isArray(json['children'])) return null;
  const { type, children, ...others } = json;
  const list = children as readonly Json[];
  switch (type) {
    case 'paragraph':
    case 'quote':
      return schema.node(type, { rest: restOf(others) }, parseInline(list));
    case 'heading': {
      const { level, ...rest } = others;
      if (!Number.isInteger(level) || Number(level) < 1 || Number(level) > 6) return null;
      return schema.node('heading', { level, rest: restOf(rest) }, parseInline(list));
    }
    case 'code': {
      const { language = null, ...rest } = others;
      const texts = list.map((each) => parseText(each, true));
      const content = texts.flatMap((each) => each ?? []);
      if (texts.includes(null)) return null;
      return schema.node('codeBlock', { language, rest: restOf(rest) }, content);
    }
    case 'list':
      return parseList(list, others);
    case 'image': {
      const { image, ...rest } = others;
      if (!isJsonObject(image ?? null) || typeof (image as JsonObject)['url'] !== 'string')
        return null;
      return schema.node('image', { image, children, rest: restOf(rest) });
    }
    default:
      return null;
  }
}

function parseList(children: readonly Json[], { format, ...rest }: JsonObject): Node | null {
  if ((format !== 'ordered' && format !== 'unordered') || children.length === 0) return null;
  const items = children.map(parseListChild);
  if (!items.every((each) => each !== null)) return null;
  return schema.node('list', { format, rest: restOf(rest) }, items);
}

function parseListChild(json: Json): Node | null {
  if (!isJsonObject(json) || !Array.isArray(json['children'])) return null;
  const { type, children, ...others } = json;
  if (type === 'list') return parseList(children as readonly Json[], others);
  if (type !== 'list-item') return null;
  const content = parseInline(children as readonly Json[]);
  const item = schema.node('listItem', { rest: restOf(others) }, content);
  sources.set(item, json);
  return item;
}

function parseInline(children: readonly Json[]): readonly Node[] {
  return children.flatMap(
    (json) => parseText(json, false) ?? parseLink(json) ?? [schema.node('unknownInline', { json })],
  );
}

/** Returns the nodes of a text, none if it is empty; null for an invalid value. */
function parseText(json: Json, isCode: boolean): readonly Node[] | null {
  if (!isJsonObject(json) || json['type'] !== 'text' || typeof json['text'] !== 'string')
    return null;
  const { type: _type, text, ...others } = json;
  const flags = FLAGS.filter((name) => others[name] === true);
  const rest = Object.fromEntries(
    Object.entries(others).filter(([name]) => !flags.some((flag) => flag === name)),
  );
  const marks = [
    ...flags.map((name) => schema.mark(name)),
    ...(Object.keys(rest).length > 0 ? [schema.mark('textRest', { rest })] : []),
  ];
  if (isCode) return text === '' ? [] : [schema.text(String(text), marks)];
  return String(text)
    .split('\n')
    .flatMap((line, index) => [
      ...(index === 0 ? [] : [NODES.lineBreak.create(null, null, marks)]),
      ...(line === '' ? [] : [schema.text(line, marks)]),
    ]);
}

function parseLink(json: Json): readonly Node[] | null {
  if (!isJsonObject(json) || json['type'] !== 'link') return null;
  const { type: _type, url, children, ...rest } = json;
  if (typeof url !== 'string' || !Array.isArray(children)) return null;
  const texts = (children as readonly Json[]).map((each) => parseText(each, false));
  const content = texts.flatMap((each) => each ?? []);
  // A link without text cannot be rendered.
  if (texts.includes(null) || content.length === 0) return null;
  const link = schema.mark('link', { url, key: nextLinkKey(), rest: restOf(rest) });
  return content.map((node) => node.mark(link.addToSet(node.marks)));
}

function restOf(others: JsonObject): JsonObject | null {
  return Object.keys(others).length > 0 ? others : null;
}

function printBlock(node: Node, depth: number): Json {
  const { type, attrs } = node;
  const rest = (attrs['rest'] ?? {}) as JsonObject;
  switch (type) {
    case NODES.unknown:
      return attrs['json'] as Json;
    case NODES.heading:
      return { type: 'heading', level: attrs['level'] as Json, ...rest, children: inlineOf(node) };
    case NODES.codeBlock: {
      const language = attrs['language'] === null ? {} : { language: attrs['language'] as Json };
      return { type: 'code', ...language, ...rest, children: inlineOf(node) };
    }
    case NODES.list:
      return printList(node, depth);
    case NODES.image: {
      const children = (attrs['children'] ?? [EMPTY_TEXT]) as Json;
      return { type: 'image', image: attrs['image'] as Json, ...rest, children };
    }
    default:
      return { type: type.name, ...rest, children: inlineOf(node) };
  }
}

/** Sets the indent level of nested lists, as Strapi does. */
function printList(node: Node, depth: number): Json {
  const { indentLevel: before, ...rest } = (node.attrs['rest'] ?? {}) as JsonObject;
  const indent = depth > 0 || before !== undefined ? { indentLevel: depth } : {};
  const children: Json[] = [];
  node.forEach((child) => {
    if (child.type === NODES.list) children.push(printList(child, depth + 1));
    else children.push(printItem(child));
  });
  return { type: 'list', format: node.attrs['format'] as Json, ...indent, ...rest, children };
}

function printItem(item: Node): Json {
  const rest = (item.attrs['rest'] ?? {}) as JsonObject;
  const printed = sources.get(item) ?? { type: 'list-item', ...rest, children: inlineOf(item) };
  sources.set(item, printed);
  return printed;
}

/** Returns the texts and links of a block. Links are surrounded by texts, which may be empty, as Slate normalizes them. */
function inlineOf(block: Node): readonly Json[] {
  const result: Json[] = [];
  let link: Mark | undefined;
  let inside: Json[] = [];
  const closeLink = (): void => {
    if (link) {
      const rest = (link.attrs['rest'] ?? {}) as JsonObject;
      pushClosed(result, {
        type: 'link',
        url: link.attrs['url'] as Json,
        ...rest,
        children: inside,
      });
    }
    inside = [];
  };
  block.forEach((child) => {
    const next = child.marks.find(({ type }) => type === schema.marks.link);
    if (!next || !link || !next.eq(link)) {
      closeLink();
      link = next;
    }
    if (child.type === NODES.unknownInline) pushClosed(result, child.attrs['json'] as Json);
    else pushText(link ? inside : result, child);
  });
  closeLink();
  if (!isText(result.at(-1))) result.push(EMPTY_TEXT);
  return result;
}

function pushClosed(result: Json[], json: Json): void {
  if (!isText(result.at(-1))) result.push(EMPTY_TEXT);
  result.push(json);
}

/** Appends a text or line break; merges it with the previous text if the marks are equal. */
function pushText(result: Json[], node: Node): void {
  const text = node.isText ? (node.text ?? '') : '\n';
  const properties: JsonObject = Object.assign(
    {},
    ...node.marks.map(({ type, attrs }) => {
      if (type === schema.marks.link) return {};
      return type === schema.marks.textRest ? (attrs['rest'] as JsonObject) : { [type.name]: true };
    }),
  );
  const last = result.at(-1);
  if (isText(last)) {
    const { type: _type, text: before, ...others } = last;
    if (isEqualJson(others, properties)) {
      result[result.length - 1] = { ...last, text: `${String(before)}${text}` };
      return;
    }
  }
  result.push({ type: 'text', text, ...properties });
}

function isText(json: Json | undefined): json is JsonObject {
  return json !== undefined && isJsonObject(json) && json['type'] === 'text';
}
