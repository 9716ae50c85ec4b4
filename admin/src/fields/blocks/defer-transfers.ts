// Defers pastes and drops until their rules are loaded.
import { Plugin, TextSelection, type Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { adoptBrowserSelection } from './browser-selection.ts';
import type { DeferredPluginOptions } from './deferred-plugins.ts';

/** A paste or a drop. */
interface Transferred {
  /** Where it is inserted. Default: the selection */
  readonly selection?: Selection;
  readonly replay: (data: DataTransfer, text: string) => void;
}

/** Creates the plugin, which loads the rules when the editor opens. @param options Returns the current options */
export function deferTransfers(options: () => DeferredPluginOptions): Plugin {
  let isShiftHeld = false;
  let isLoaded = false;
  const load = async (view: EditorView): Promise<void> => {
    const { deferredPlugins } = await import('./deferred-plugins.ts');
    if (isLoaded || view.isDestroyed) return;
    const { state } = view;
    const added = deferredPlugins(options, () => isShiftHeld);
    view.updateState(state.reconfigure({ plugins: [...state.plugins, ...added] }));
    isLoaded = true;
  };
  const defer = (view: EditorView, transfer: DataTransfer, transferred: Transferred): true => {
    const data = copyOf(transfer);
    const text = data.getData('text/plain');
    const runAtRange = options().ranges.trackSelection(view, text, transferred.selection);
    load(view).then(
      () =>
        runAtRange(() => {
          // With Shift, text is pasted immediately, so that a deferred paste is never plain.
          isShiftHeld = false;
          transferred.replay(data, text);
        }),
      () => {
        if (view.isDestroyed) return;
        runAtRange(() => view.pasteText(text));
        options().onLoadError();
      },
    );
    return true;
  };
  return new Plugin({
    view: (view) => {
      // Errors are handled by deferred transfers; the next transfer loads the rules again.
      load(view).catch(() => undefined);
      return {};
    },
    props: {
      handleDOMEvents: {
        keydown: (view, event) => {
          if (!event.isComposing) adoptBrowserSelection(view);
          isShiftHeld = event.shiftKey;
          return false;
        },
        paste: (view, event) => {
          const { clipboardData } = event;
          if (isLoaded || isShiftHeld || !view.editable || !clipboardData) return false;
          event.preventDefault();
          return defer(view, clipboardData, {
            replay: (data, text) => {
              const replayed = new ClipboardEvent('paste', { clipboardData: data });
              const html = data.getData('text/html');
              const isInCode = view.state.selection.$from.parent.type.spec.code;
              if (!html || (isInCode && text)) view.pasteText(text, replayed);
              else view.pasteHTML(html, replayed);
            },
          });
        },
        drop: (view, event) => {
          const { dataTransfer, clientX, clientY } = event;
          if (isLoaded || view.dragging || !view.editable || !dataTransfer) return false;
          event.preventDefault();
          event.stopPropagation();
          const position = view.posAtCoords({ left: clientX, top: clientY });
          return defer(view, dataTransfer, {
            selection: TextSelection.near(view.state.doc.resolve(position?.pos ?? 0)),
            replay: (data) => {
              const init = { dataTransfer: data, clientX, clientY };
              view.dom.dispatchEvent(new DragEvent('drop', init));
            },
          });
        },
      },
    },
  });
}

/** Transfer data can only be read during its event. */
function copyOf(transfer: DataTransfer): DataTransfer {
  const copy = new DataTransfer();
  for (const type of transfer.types) {
    if (type !== 'Files') copy.setData(type, transfer.getData(type));
  }
  for (const file of transfer.files) copy.items.add(file);
  return copy;
}
