// Formats changes of files as a patch for `git apply`.

/** Content of a file before and after a change; null if it does not exist. */
export interface ChangedFile {
  /** Relative to the project. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Number of context lines. */
const CONTEXT = 3;

/** Returns the patch of all files. */
export function patchOf(files: readonly ChangedFile[]): string {
  return files.map(patchOfFile).join('');
}

function patchOfFile({ path, before, after }: ChangedFile): string {
  const [old, next] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < next.length && old[start] === next[start]) start += 1;
  let end = 0;
  while (
    end < old.length - start &&
    end < next.length - start &&
    old.at(-1 - end) === next.at(-1 - end)
  ) {
    end += 1;
  }
  const first = Math.max(0, start - CONTEXT);
  const tail = old.slice(old.length - end, old.length - end + CONTEXT);
  const lines = [
    ...old.slice(first, start).map((line) => ` ${line}`),
    ...old.slice(start, old.length - end).map((line) => `-${line}`),
    ...next.slice(start, next.length - end).map((line) => `+${line}`),
    ...tail.map((line) => ` ${line}`),
  ];
  const range = (list: readonly string[]): string => {
    const count = list.length - end - first + tail.length;
    return `${count === 0 ? 0 : first + 1},${count}`;
  };
  const mode =
    before === null ? 'new file mode 100644\n' : after === null ? 'deleted file mode 100644\n' : '';
  const names = `--- ${before === null ? '/dev/null' : `a/${path}`}\n+++ ${after === null ? '/dev/null' : `b/${path}`}\n`;
  return `diff --git a/${path} b/${path}\n${mode}${names}@@ -${range(old)} +${range(next)} @@\n${lines.map((line) => `${line}\n`).join('')}`;
}

/** Splits a text that ends with a line break. */
function linesOf(text: string | null): readonly string[] {
  if (text === null || text === '') return [];
  return text.replace(/\n$/, '').split('\n');
}
