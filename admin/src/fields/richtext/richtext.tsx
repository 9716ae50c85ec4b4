// Markdown. A text area of the same size is shown while the editor is loading, and if that fails.
import { useRef, type ReactNode } from 'react';
import type { EditProps, FieldKind } from '../field-kind.ts';
import { LoadFallback } from '../load-fallback.tsx';
import { loadedControl, useLoadedControl } from '../loaded-control.ts';
import { AreaInput } from '../text-input.tsx';
import { TEXT_KIND } from '../text-kind.ts';

const editor = loadedControl(async () => (await import('./markdown-editor.tsx')).MarkdownEditor);

export const richtext: FieldKind = {
  ...TEXT_KIND,
  kind: 'richtext',
  filter: null,
  isGroup: true,
  Edit: MarkdownControl,
};

function MarkdownControl(props: EditProps): ReactNode {
  const hasFocus = useRef(false);
  const area = (
    <div onFocus={() => (hasFocus.current = true)} onBlur={() => (hasFocus.current = false)}>
      <AreaInput {...props} look="prose" rows={8} />
    </div>
  );
  return (
    <LoadFallback fallback={area}>
      <Loaded {...props} hadFocus={() => hasFocus.current} area={area} />
    </LoadFallback>
  );
}

interface LoadedProps extends EditProps {
  readonly hadFocus: () => boolean;
  readonly area: ReactNode;
}

function Loaded({ area, ...props }: LoadedProps): ReactNode {
  const Editor = useLoadedControl(editor);
  return Editor ? <Editor {...props} /> : area;
}
