// Dropped and pasted files.
import { useState, type ClipboardEvent, type DragEvent } from 'react';

/** Props of the drop target. */
export interface FileDrop {
  readonly isOver: boolean;
  readonly props: {
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
    readonly onPaste: (event: ClipboardEvent) => void;
  };
}

/** @param onFiles Null to ignore files */
export function useFileDrop(onFiles: ((files: readonly File[]) => void) | null): FileDrop {
  const [isOver, setOver] = useState(false);
  const take = (data: DataTransfer | null): boolean => {
    const files = [...(data?.files ?? [])];
    if (files.length === 0 || onFiles === null) return false;
    onFiles(files);
    return true;
  };
  return {
    isOver,
    props: {
      onDragOver: (event) => {
        if (onFiles === null || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(true);
      },
      onDragLeave: (event) => {
        const { relatedTarget } = event;
        if (relatedTarget instanceof Node && event.currentTarget.contains(relatedTarget)) return;
        setOver(false);
      },
      onDrop: (event) => {
        setOver(false);
        if (!take(event.dataTransfer)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      onPaste: (event) => {
        if (take(event.clipboardData)) event.preventDefault();
      },
    },
  };
}

/** Opens the file picker of the browser. */
export function chooseFiles(options: {
  readonly types: readonly string[];
  readonly isMultiple: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = options.isMultiple;
  input.accept = options.types.map((type) => `${type}*`).join(',');
  input.addEventListener('change', () => options.onFiles([...(input.files ?? [])]));
  input.click();
}
