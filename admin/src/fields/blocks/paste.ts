// Pasted content: HTML of other programs, Markdown, URLs and images.
import { DOMParser, Slice, type ParseOptions } from 'prosemirror-model';
import { Plugin, type EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { JsonObject } from '../../base/json.ts';
import type { MediaSource } from '../media/media-source.ts';
import { cleanHtml, withoutStyles } from './clean-html.ts';
import { insertImage, setLink } from './commands.ts';
import { isLinkAddress, NODES, schema } from './schema.ts';
import type { RunAtRange, TrackedRanges } from './tracked-ranges.ts';

/** Parses pasted HTML. HTML of the editor itself is not cleaned. */
class PasteParser extends DOMParser {
  override parseSlice(root: HTMLElement, options?: ParseOptions): Slice {
    if (!root.querySelector('[data-pm-slice]')) cleanHtml(root);
    return super.parseSlice(root, options);
  }
}

/** Parser of pasted HTML. */
export const pasteParser: DOMParser = new PasteParser(schema, DOMParser.fromSchema(schema).rules);

export interface TransferOptions {
  readonly ranges: TrackedRanges;
  readonly media: MediaSource;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Creates the plugin.
 * @param options Returns the current options
 * @param isPlain Returns true while Shift is held, which pastes plain text
 */
export function transferPlugin(options: () => TransferOptions, isPlain: () => boolean): Plugin {
  return new Plugin({
    props: {
      clipboardParser: pasteParser,
      transformPastedHTML: withoutStyles,
      handlePaste: (view, event, slice) => {
        const { clipboardData } = event;
        if (!clipboardData) return false;
        const html = clipboardData.getData('text/html');
        const text = clipboardData.getData('text/plain').trim();
        const images = imagesOf(clipboardData);
        // Word adds an image of the text to the clipboard.
        if (images.length > 0 && html === '' && text === '') {
          for (const image of images) void uploadInto(view, image, options());
          return true;
        }
        if (!view.state.selection.empty && isLinkAddress(text) && !text.startsWith('/')) {
          return setLink(text)(view.state, view.dispatch);
        }
        if (html === '' && !isPlain() && looksLikeMarkdown(text) && !isInCode(view.state)) {
          void pasteMarkdown(view, text, options().ranges.trackSelection(view, text));
          return true;
        }
        if (html !== '' && hasUploads(slice)) {
          view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView());
          void uploadPasted(view, options());
          return true;
        }
        return false;
      },
      handleDrop: (view, event) => {
        const images = event.dataTransfer ? imagesOf(event.dataTransfer) : [];
        if (images.length === 0) return false;
        event.preventDefault();
        event.stopPropagation();
        for (const image of images) void uploadInto(view, image, options());
        return true;
      },
    },
  });
}

function imagesOf({ files }: DataTransfer): readonly File[] {
  return [...files].filter(({ type }) => type.startsWith('image/'));
}

function isInCode({ selection }: EditorState): boolean {
  return selection.$from.parent.type === NODES.codeBlock;
}

/** Returns true if a text contains Markdown syntax at the start of a line, or a link. */
function looksLikeMarkdown(text: string): boolean {
  return /^(?:#{1,6} |[-*+] |\d+[.)] |> |```)|\]\((?:https?:|\/)|\*\*\S/m.test(text);
}

/** Parses Markdown after the parser is loaded; if loading fails, the text stays plain. */
async function pasteMarkdown(
  view: EditorView,
  text: string,
  runAtRange: RunAtRange,
): Promise<void> {
  const parser = await import('./parse-markdown.ts').catch(() => null);
  runAtRange(() => {
    if (!parser) {
      view.pasteText(text);
      return;
    }
    const { content } = parser.parseMarkdown(text);
    view.dispatch(view.state.tr.replaceSelection(new Slice(content, 0, 0)).scrollIntoView());
  });
}

function hasUploads(slice: Slice): boolean {
  let found = false;
  slice.content.descendants((node) => {
    found ||= node.attrs['isUploading'] === true;
    return !found;
  });
  return found;
}

/** Inserts an image immediately, and uploads it. */
async function uploadInto(view: EditorView, file: File, options: TransferOptions): Promise<void> {
  if (!options.media.mayAdd) return;
  const url = URL.createObjectURL(file);
  insertImage({ url, name: file.name }, true)(view.state, view.dispatch);
  await finishUpload(view, { url, file: () => file }, options);
  URL.revokeObjectURL(url);
}

async function uploadPasted(view: EditorView, options: TransferOptions): Promise<void> {
  const urls: string[] = [];
  view.state.doc.descendants(({ attrs }) => {
    if (attrs['isUploading'] === true) urls.push(String((attrs['image'] as JsonObject)['url']));
  });
  for (const url of urls.filter((each) => each.startsWith('data:'))) {
    await finishUpload(view, { url, file: () => fileOf(url) }, options);
  }
}

/** Replaces an inserted image by the uploaded one; removes it if the upload fails. */
async function finishUpload(
  view: EditorView,
  { url, file }: { readonly url: string; readonly file: () => File },
  { media, onFailure }: TransferOptions,
): Promise<void> {
  let image: JsonObject | null = null;
  try {
    image = media.mayAdd ? await uploadImage(media, file()) : null;
  } catch (error) {
    onFailure(error);
  }
  if (view.isDestroyed) return;
  const at = positionOf(view.state, url);
  if (at === null) return;
  const transaction = image
    ? view.state.tr.setNodeMarkup(at, null, {
        image,
        isUploading: false,
        children: null,
        rest: null,
      })
    : view.state.tr.delete(at, at + 1);
  view.dispatch(transaction.setMeta('addToHistory', false));
}

/** Uploads an image. Returns the properties of its block. */
async function uploadImage(media: MediaSource, file: File): Promise<JsonObject> {
  const { signal } = new AbortController();
  const { id } = await media.upload(file, null, { signal, onProgress: () => undefined });
  return media.pictureBlock(id);
}

function positionOf({ doc }: EditorState, url: string): number | null {
  let found: number | null = null;
  doc.descendants((node, position) => {
    const { isUploading, image } = node.attrs;
    if (isUploading === true && (image as JsonObject)['url'] === url) found ??= position;
    return found === null;
  });
  return found;
}

/** Converts a `data:` URL to a file. */
function fileOf(url: string): File {
  const [, type = 'image/png', encoding = '', content = ''] =
    /^data:([\w/+.-]+)[^,]*?(;base64)?,(.*)$/s.exec(url) ?? [];
  const text = encoding === '' ? decodeURIComponent(content) : atob(content);
  const bytes = Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  const extension = type.split('/')[1]?.replace(/\+.*$/, '').replace('jpeg', 'jpg') ?? 'png';
  return new File([bytes], `picture.${extension}`, { type });
}
