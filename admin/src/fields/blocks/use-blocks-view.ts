// Binds the blocks editor to a form value.
import { history } from 'prosemirror-history';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { isEqualJson, type Json } from '../../base/json.ts';
import type { ControlProps } from '../../ui/field.tsx';
import { adoptBrowserSelection } from './browser-selection.ts';
import { keyPlugins } from './keys.ts';
import { parseBlocks, printBlocks } from './parse-blocks.ts';
import { deferTransfers } from './defer-transfers.ts';
import type { DeferredPluginOptions } from './deferred-plugins.ts';
import { selectionState, type SelectionState } from './selection-state.ts';
import { nestedLists } from './nested-lists.ts';
import { TrackedRanges } from './tracked-ranges.ts';

interface BlocksViewOptions extends Omit<DeferredPluginOptions, 'ranges'> {
  readonly value: Json;
  readonly control: ControlProps;
  readonly isReadOnly: boolean;
  readonly isRequired: boolean;
  readonly onChange: (value: Json) => void;
  /** Opens the link panel; returns false if it is not loaded. */
  readonly onLink: () => boolean;
}

/** An editor in an element. */
export interface BlocksView {
  readonly element: RefObject<HTMLDivElement | null>;
  /** Null until it is mounted. */
  readonly view: RefObject<EditorView | null>;
  readonly selection: SelectionState;
  readonly isEmpty: boolean;
}

const NOTHING: SelectionState = { block: 'paragraph', flags: [], link: null };

/** Creates an editor. */
export function useBlocksView(options: BlocksViewOptions): BlocksView {
  const { value, control, isReadOnly } = options;
  const element = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const printed = useRef(value);
  const [selection, setSelection] = useState(NOTHING);
  const onDocument = useEffectEvent((next: Json) => {
    printed.current = next;
    options.onChange(next);
  });
  const onLink = useEffectEvent(() => options.onLink());
  const attributes = useEffectEvent(() => attributesOf(options));
  const current = useEffectEvent(() => options);
  const firstDocument = useEffectEvent(() => parseBlocks(value));
  // A layout effect ends before the effect of the form that saves the entry.
  useLayoutEffect(() => {
    const ranges = new TrackedRanges();
    const plugins = [
      ...keyPlugins(onLink),
      deferTransfers(() => ({ ...current(), ranges })),
      nestedLists(),
      history(),
    ];
    const editor = new EditorView(element.current, {
      state: EditorState.create({ doc: firstDocument(), plugins }),
      attributes: () => attributes(),
      editable: () => !current().isReadOnly,
      dispatchTransaction(transaction) {
        ranges.map(transaction.mapping);
        const state = editor.state.apply(transaction);
        editor.updateState(state);
        const next = selectionState(state);
        setSelection((before) => (isEqualJson(before, next) ? before : next));
        if (transaction.docChanged && transaction.getMeta('fromForm') !== true) {
          onDocument(printBlocks(state.doc));
        }
      },
    });
    view.current = editor;
    setSelection(selectionState(editor.state));
    return () => {
      ranges.insertPending(editor);
      view.current = null;
      editor.destroy();
    };
  }, []);
  useEffect(() => {
    const editor = view.current;
    if (!editor || value === printed.current) return;
    const isSame = isEqualJson(value, printed.current);
    printed.current = value;
    if (!isSame) showValue(editor, value);
  }, [value]);
  // ARIA attributes change without a transaction.
  const description = `${control['aria-describedby'] ?? ''} ${control['aria-invalid'] ?? ''} ${isReadOnly}`;
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    adoptBrowserSelection(editor);
    editor.setProps({});
  }, [description]);
  return { element, view, selection, isEmpty: value === null };
}

/** Replaces the differing range, to preserve the caret. */
function showValue(editor: EditorView, value: Json): void {
  const { state } = editor;
  const next = parseBlocks(value);
  const start = state.doc.content.findDiffStart(next.content);
  const end = state.doc.content.findDiffEnd(next.content);
  if (start === null || !end) return;
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const transaction = state.tr.replace(start, end.a + overlap, next.slice(start, end.b + overlap));
  editor.dispatch(transaction.setMeta('fromForm', true).setMeta('addToHistory', false));
}

function attributesOf({
  control,
  isReadOnly,
  isRequired,
}: BlocksViewOptions): Record<string, string> {
  const entries = Object.entries({
    ...control,
    role: 'textbox',
    dir: 'auto',
    'aria-multiline': true,
    'aria-readonly': isReadOnly,
    'aria-required': isRequired,
    tabindex: 0,
  });
  return Object.fromEntries(
    entries.flatMap(([name, each]) => (each === undefined ? [] : [[name, String(each)]])),
  );
}
