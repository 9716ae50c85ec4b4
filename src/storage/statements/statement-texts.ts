// Texts of statements by key: a tree with a level for each part of a key. Looking a text up creates no string; the key
// as JSON would take longer than many a statement.
import { registerCache, textBytes } from '../../base/lru-map.ts';
import { CACHE_BYTES } from '../../base/limits.ts';

type Atom = string | number | boolean | null | symbol;

/** A part of a key: a name, an option, a column with its type, a constant, or a list of parts. */
export type KeyPart =
  | string
  | number
  | boolean
  | null
  | readonly KeyPart[]
  | { readonly column: string; readonly as: string }
  | { readonly constant: string | number };

const LIST = Symbol('list');
const END = Symbol('end of a list');
const TYPED = Symbol('column with a type');
const CONSTANT = Symbol('constant');

/** A node with its entry in the parent, in bytes. */
const NODE_BYTES = 160;

/** Most nodes have a single child, which needs no map. */
interface Node {
  text: string | undefined;
  only: { readonly atom: Atom; readonly node: Node } | undefined;
  children: Map<Atom, Node> | undefined;
}

/** A cache of texts. It is emptied when it is full: the statements of a model fit, and a new model begins a new one. */
export class StatementTexts {
  /** The maximum size of all texts and keys in bytes. */
  readonly limit: number;
  #root = emptyNode();
  #bytes = 0;

  constructor(limit: number = CACHE_BYTES.row_statements) {
    this.limit = limit;
    registerCache('row_statements', this);
  }

  /** The size of all texts and keys in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the text of a key, which is made the first time. */
  get(key: readonly KeyPart[], make: () => string): string {
    const node = this.#find(this.#root, key);
    if (node.text !== undefined) return node.text;
    const text = make();
    node.text = text;
    this.#bytes += textBytes(text);
    if (this.#bytes > this.limit) {
      this.#root = emptyNode();
      this.#bytes = 0;
    }
    return text;
  }

  #find(start: Node, parts: readonly KeyPart[]): Node {
    let node = start;
    for (const part of parts) {
      if (typeof part !== 'object' || part === null) node = this.#child(node, part);
      else if ('column' in part) {
        node = this.#child(this.#child(this.#child(node, TYPED), part.column), part.as);
      } else if ('constant' in part) node = this.#child(this.#child(node, CONSTANT), part.constant);
      else node = this.#child(this.#find(this.#child(node, LIST), part), END);
    }
    return node;
  }

  #child(parent: Node, atom: Atom): Node {
    const { only, children } = parent;
    const existing = children ? children.get(atom) : only?.atom === atom ? only.node : undefined;
    if (existing) return existing;
    const node = emptyNode();
    this.#bytes += NODE_BYTES + (typeof atom === 'string' ? textBytes(atom) : 0);
    if (children) children.set(atom, node);
    else if (only) {
      parent.children = new Map([
        [only.atom, only.node],
        [atom, node],
      ]);
      parent.only = undefined;
    } else parent.only = { atom, node };
    return node;
  }
}

function emptyNode(): Node {
  return { text: undefined, only: undefined, children: undefined };
}
