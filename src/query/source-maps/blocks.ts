// Adds markers to blocks: to the first text of each visible block, or to the alternative text of an image.
import { isJsonObject } from '../../base/json.ts';

/** Adds the marker to a text. */
type MarkText = (text: string) => string;

type Node = Readonly<Record<string, unknown>>;

/** Adds markers to blocks. Other values are returned unchanged. */
export function markBlocks(blocks: unknown, mark: MarkText): unknown {
  if (!Array.isArray(blocks)) return blocks;
  return blocks.map((block: unknown) => (isJsonObject(block) ? markBlock(block, mark) : block));
}

/** Code is not changed, since a marker would become part of it. */
function markBlock(block: Node, mark: MarkText): Node {
  switch (block['type']) {
    case 'paragraph':
    case 'heading':
    case 'quote':
      return markFirstText(block, mark) ?? block;
    case 'list':
      return markList(block, mark);
    case 'image':
      return markImage(block, mark);
    default:
      return block;
  }
}

function markList(list: Node, mark: MarkText): Node {
  const { children } = list;
  if (!Array.isArray(children)) return list;
  const marked = children.map((child: unknown) => {
    if (!isJsonObject(child)) return child;
    if (child['type'] === 'list') return markList(child, mark);
    return child['type'] === 'list-item' ? (markFirstText(child, mark) ?? child) : child;
  });
  return { ...list, children: marked };
}

function markImage(block: Node, mark: MarkText): Node {
  const { image } = block;
  if (!isJsonObject(image)) return block;
  const { alternativeText } = image;
  if (typeof alternativeText !== 'string' || alternativeText === '') return block;
  return { ...block, image: { ...image, alternativeText: mark(alternativeText) } };
}

/** Adds the marker to the first text of a node at any depth; null if there is none. */
function markFirstText(node: Node, mark: MarkText): Node | null {
  const { type, text, children } = node;
  if (type === 'text' && typeof text === 'string') return { ...node, text: mark(text) };
  if (!Array.isArray(children)) return null;
  for (const [i, child] of children.entries()) {
    const marked = isJsonObject(child) ? markFirstText(child, mark) : null;
    if (marked) return { ...node, children: children.with(i, marked) };
  }
  return null;
}
