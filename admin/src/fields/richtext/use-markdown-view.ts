// Binds the Markdown editor to a form value.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  defineLanguageFacet,
  HighlightStyle,
  Language,
  syntaxHighlighting,
} from '@codemirror/language';
import { Compartment, EditorState, type Extension, type StateCommand } from '@codemirror/state';
import { drawSelection, EditorView, keymap, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { GFM, parser } from '@lezer/markdown';
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import type { ControlProps } from '../../ui/field.tsx';
import { continueLine, toggleAround } from './markdown-commands.ts';

const markdown = new Language(defineLanguageFacet(), parser.configure(GFM), [], 'markdown');

const look = HighlightStyle.define([
  { tag: tags.heading1, fontSize: '1.5em', fontWeight: '600' },
  { tag: tags.heading2, fontSize: '1.25em', fontWeight: '600' },
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.monospace, fontFamily: 'var(--mono)', fontSize: '0.9em' },
  { tag: tags.link, color: 'var(--accent)' },
  { tag: tags.url, color: 'var(--muted)' },
  { tag: tags.processingInstruction, color: 'var(--muted)' },
  { tag: tags.quote, color: 'var(--muted)' },
]);

interface MarkdownViewOptions {
  readonly value: string;
  readonly control: ControlProps;
  readonly isReadOnly: boolean;
  readonly isRequired: boolean;
  readonly hint: string;
  /** True if the text area that it replaces had the focus. */
  readonly hadFocus: () => boolean;
  readonly onChange: (value: string) => void;
  readonly onLink: () => void;
  /** Returns true if files were accepted. */
  readonly onFiles: (files: readonly File[]) => boolean;
}

/** An editor in an element. */
export interface MarkdownView {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly view: RefObject<EditorView | null>;
}

/** Creates an editor. */
export function useMarkdownView(options: MarkdownViewOptions): MarkdownView {
  const { value, control, isReadOnly } = options;
  const element = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const changing = useRef(new Compartment());
  const onChange = useEffectEvent((text: string) => options.onChange(text));
  const onLink = useEffectEvent(() => options.onLink());
  const onFiles = useEffectEvent((files: readonly File[]) => options.onFiles(files));
  const hadFocus = useEffectEvent(() => options.hadFocus());
  const described = useEffectEvent(() => description(options));
  const create = useEffectEvent((parent: HTMLElement) => {
    const extensions: Extension[] = [
      EditorView.cspNonce.of(nonce()),
      markdown,
      syntaxHighlighting(look),
      history(),
      drawSelection(),
      EditorView.lineWrapping,
      EditorView.perLineTextDirection.of(true),
      placeholder(options.hint),
      keymap.of([
        { key: 'Enter', run: continueLine },
        { key: 'Mod-b', run: toggleAround('**') },
        { key: 'Mod-i', run: toggleAround('_') },
        { key: 'Mod-e', run: toggleAround('`') },
        { key: 'Mod-k', run: () => (onLink(), true) },
        ...historyKeymap,
        // These keys save the entry, move a section and leave the field.
        ...defaultKeymap.filter(
          ({ key = '' }) => !/^(?:Mod-Enter|Alt-Arrow|Shift-Alt-Arrow)/.test(key),
        ),
      ]),
      changing.current.of(described()),
      EditorView.updateListener.of(({ docChanged, state, transactions }) => {
        const isFromForm = transactions.some((each) => each.isUserEvent('form'));
        if (docChanged && !isFromForm) onChange(state.doc.toString());
      }),
      EditorView.domEventHandlers({
        paste: ({ clipboardData }) => onFiles([...(clipboardData?.files ?? [])]),
        drop: (event) => {
          const isTaken = onFiles([...(event.dataTransfer?.files ?? [])]);
          if (isTaken) event.stopPropagation();
          return isTaken;
        },
      }),
    ];
    return new EditorView({ parent, state: EditorState.create({ doc: value, extensions }) });
  });
  useEffect(() => {
    const parent = element.current;
    if (!parent) return undefined;
    const editor = create(parent);
    view.current = editor;
    if (hadFocus()) editor.focus();
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, []);
  useEffect(() => {
    const editor = view.current;
    const text = editor?.state.doc.toString();
    if (!editor || text === undefined || text === value) return;
    editor.dispatch({ changes: difference(text, value), userEvent: 'form' });
  }, [value]);
  const shown = `${control['aria-describedby'] ?? ''} ${control['aria-invalid'] ?? ''} ${isReadOnly}`;
  const update = useEffectEvent(() => {
    view.current?.dispatch({ effects: changing.current.reconfigure(described()) });
  });
  useEffect(() => update(), [shown]);
  return { element, view };
}

/** Runs an editor command. */
export function runIn(editor: EditorView | null, command: StateCommand): void {
  if (!editor) return;
  command({ state: editor.state, dispatch: (transaction) => editor.dispatch(transaction) });
  editor.focus();
}

/** Sets ARIA attributes, and whether the text is editable. */
function description({ control, isReadOnly, isRequired }: MarkdownViewOptions): Extension {
  const { id, ...described } = control;
  const entries = Object.entries({
    ...described,
    id,
    spellcheck: true,
    dir: 'auto',
    'aria-readonly': isReadOnly || undefined,
    'aria-required': isRequired || undefined,
  });
  return [
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of(
      Object.fromEntries(
        entries.flatMap(([name, each]) => (each === undefined ? [] : [[name, String(each)]])),
      ),
    ),
  ];
}

/** Returns the range in which two texts differ, to preserve the caret. */
function difference(before: string, after: string): { from: number; to: number; insert: string } {
  let from = 0;
  while (from < before.length && before[from] === after[from]) from += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - from;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

/** Nonce for styles under the content security policy. */
function nonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
}
