// Converts pasted Markdown to blocks.
import type { SyntaxNode } from '@lezer/common';
import { GFM, parser } from '@lezer/markdown';
import type { Mark, Node } from 'prosemirror-model';
import { isLinkAddress, nextLinkKey, schema } from './schema.ts';

const markdown = parser.configure(GFM);

/** Marks by syntax node. */
const MARKS: Readonly<Record<string, Mark>> = {
  StrongEmphasis: schema.mark('bold'),
  Emphasis: schema.mark('italic'),
  Strikethrough: schema.mark('strikethrough'),
};

/** Parses Markdown. Unsupported syntax, such as tables and HTML, stays text. */
export function parseMarkdown(text: string): Node {
  const blocks = childrenOf(markdown.parse(text).topNode).flatMap((node) => blockOf(node, text));
  return schema.node('doc', null, blocks.length > 0 ? blocks : [schema.node('paragraph')]);
}

function blockOf(node: SyntaxNode, text: string): readonly Node[] {
  const level = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name)?.[1];
  if (level !== undefined)
    return [schema.node('heading', { level: Number(level) }, blockText(node, text))];
  switch (node.name) {
    case 'Paragraph':
      return [schema.node('paragraph', null, blockText(node, text))];
    case 'Blockquote':
      return [schema.node('quote', null, quoted(node, text))];
    case 'BulletList':
    case 'OrderedList':
      return [listOf(node, text)];
    case 'FencedCode':
    case 'CodeBlock':
      return [codeOf(node, text)];
    case 'HorizontalRule':
    case 'LinkReference':
      return [];
    default:
      return text
        .slice(node.from, node.to)
        .split('\n')
        .map((line) => schema.node('paragraph', null, textNodes(line, [])));
  }
}

function listOf(node: SyntaxNode, text: string): Node {
  const format = node.name === 'OrderedList' ? 'ordered' : 'unordered';
  const items = childrenOf(node)
    .filter(({ name }) => name === 'ListItem')
    .flatMap((item) => itemOf(item, text));
  return schema.node('list', { format }, items);
}

function itemOf(item: SyntaxNode, text: string): readonly Node[] {
  const parts = childrenOf(item);
  const content = parts
    .filter(({ name }) => name === 'Paragraph' || name === 'Task')
    .flatMap((part, index) => [
      ...(index === 0 ? [] : [schema.node('lineBreak')]),
      ...blockText(part, text),
    ]);
  const lists = parts.filter(({ name }) => /^(?:Bullet|Ordered)List$/.test(name));
  return [schema.node('listItem', null, content), ...lists.map((list) => listOf(list, text))];
}

function quoted(node: SyntaxNode, text: string): readonly Node[] {
  return childrenOf(node)
    .filter(({ name }) => name !== 'QuoteMark')
    .flatMap((part, index) => [
      ...(index === 0 ? [] : [schema.node('lineBreak')]),
      ...blockText(part, text),
    ]);
}

function codeOf(node: SyntaxNode, text: string): Node {
  const info = node.getChild('CodeInfo');
  const code = node
    .getChildren('CodeText')
    .map(({ from, to }) => text.slice(from, to))
    .join('');
  return schema.node(
    'codeBlock',
    { language: info ? text.slice(info.from, info.to) : null },
    code === '' ? [] : [schema.text(code)],
  );
}

/** Returns texts and links. Content between syntax nodes is text. */
function inlineOf(node: SyntaxNode, text: string, marks: readonly Mark[] = []): readonly Node[] {
  const result: Node[] = [];
  let from = node.from;
  const pushText = (to: number): void => {
    result.push(...textNodes(text.slice(from, to), marks));
  };
  for (const child of childrenOf(node)) {
    pushText(child.from);
    result.push(...inlineNode(child, text, marks));
    from = child.to;
    // In a quote, each line has a marker.
    if (child.name === 'QuoteMark' && text[from] === ' ') from += 1;
  }
  pushText(node.to);
  return result;
}

function inlineNode(node: SyntaxNode, text: string, marks: readonly Mark[]): readonly Node[] {
  const source = text.slice(node.from, node.to);
  const mark = MARKS[node.name];
  if (mark) return inlineOf(node, text, mark.addToSet(marks));
  switch (node.name) {
    case 'InlineCode':
      return textNodes(source.replaceAll(/^`+ ?| ?`+$/g, ''), schema.mark('code').addToSet(marks));
    case 'Link':
    case 'Image':
      return linkOf(node, text, marks);
    case 'URL':
    case 'Autolink':
      return linked(source.replaceAll(/^<|>$/g, ''), source.replaceAll(/^<|>$/g, ''), marks);
    case 'HardBreak':
      return [schema.nodes.lineBreak.create(null, null, marks)];
    case 'Escape':
      return textNodes(source.slice(1), marks);
    default:
      // Markers such as `#`, `**` and `>`.
      return /Mark$|^LinkTitle$/.test(node.name) ? [] : textNodes(source, marks);
  }
}

/** Converts an image to a link. */
function linkOf(node: SyntaxNode, text: string, marks: readonly Mark[]): readonly Node[] {
  const address = node.getChild('URL');
  const [open, close] = node.getChildren('LinkMark');
  const label = text.slice(open?.to ?? node.from, close?.from ?? node.to);
  if (!address) return textNodes(text.slice(node.from, node.to), marks);
  return linked(text.slice(address.from, address.to), label, marks);
}

function linked(url: string, label: string, marks: readonly Mark[]): readonly Node[] {
  if (!isLinkAddress(url)) return textNodes(label, marks);
  const link = schema.mark('link', { url, key: nextLinkKey() });
  return textNodes(label || url, link.addToSet(marks));
}

/** A single line break in Markdown is a space. */
function textNodes(text: string, marks: readonly Mark[]): readonly Node[] {
  const line = text.replaceAll(/\s*\n\s*/g, ' ');
  return line === '' ? [] : [schema.text(line, marks)];
}

/** Returns the texts and links of a block, without space after markers such as `# `. */
function blockText(node: SyntaxNode, text: string): readonly Node[] {
  const nodes = inlineOf(node, text);
  const last = nodes.length - 1;
  return nodes.flatMap((each, index) => {
    if (!each.isText) return [each];
    const start = index === 0 ? each.text?.trimStart() : each.text;
    const words = index === last ? start?.trimEnd() : start;
    return words ? [schema.text(words, each.marks)] : [];
  });
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}
