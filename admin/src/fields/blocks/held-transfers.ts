// Defers pastes and drops until their rules are loaded.
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { LateOptions } from './late-plugins.ts';

const EVENT: EventInit = { bubbles: true, cancelable: true };

/** Creates the plugin, which loads the rules when the editor opens. @param options Returns the current options */
export function heldTransfers(options: () => LateOptions): Plugin {
  let isPlain = false;
  let isLoaded = false;
  let loading: Promise<void> | null = null;
  const load = (view: EditorView): Promise<void> => {
    loading ??= import('./late-plugins.ts').then(
      ({ latePlugins }) => {
        if (view.isDestroyed) return;
        const { state } = view;
        const plugins = [...state.plugins, ...latePlugins(options, () => isPlain)];
        view.updateState(state.reconfigure({ plugins }));
        isLoaded = true;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  return new Plugin({
    view: (view) => {
      // Errors are handled by deferred transfers; the next transfer loads the rules again.
      load(view).catch(() => undefined);
      return {};
    },
    props: {
      handleDOMEvents: {
        keydown: (_, event) => {
          isPlain = event.shiftKey;
          return false;
        },
        paste: (view, event) => {
          const { clipboardData } = event;
          if (isLoaded || isPlain || !view.editable || !clipboardData) return false;
          event.preventDefault();
          const held = copyOf(clipboardData);
          const atSelection = options().ranges.trackSelection(view);
          load(view).then(
            () =>
              atSelection(() => {
                const again = new ClipboardEvent('paste', { ...EVENT, clipboardData: held });
                view.dom.dispatchEvent(again);
              }),
            () => {
              atSelection(() => view.pasteText(held.getData('text/plain')));
              options().onNotLoaded();
            },
          );
          return true;
        },
        drop: (view, event) => {
          const { dataTransfer, clientX, clientY } = event;
          if (isLoaded || view.dragging || !view.editable || !dataTransfer) return false;
          event.preventDefault();
          event.stopPropagation();
          const again = { ...EVENT, dataTransfer: copyOf(dataTransfer), clientX, clientY };
          load(view).then(
            () => view.dom.dispatchEvent(new DragEvent('drop', again)),
            () => options().onNotLoaded(),
          );
          return true;
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
