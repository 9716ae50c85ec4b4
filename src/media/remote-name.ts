// The name of a file that is fetched from another host.

/** Returns the name that a response gives its file, or the last part of its URL. */
export function remoteName(url: URL, disposition: string): string {
  const name = nameIn(disposition) ?? decoded(url.pathname.split('/').at(-1) ?? '');
  return lastPart(name) || untitled(new Date());
}

function nameIn(disposition: string): string | null {
  const encoded = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decoded(encoded.trim());
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition) ?? [];
  const name = quoted ?? token;
  return name === undefined ? null : decoded(name);
}

/** A text that is not percent-encoded stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function lastPart(name: string): string {
  return name.split(/[/\\]/).at(-1)?.trim() ?? '';
}

function untitled(now: Date): string {
  const [date = '', time = ''] = now.toISOString().split('T');
  return `untitled_${date}_${time.slice(0, 8).replaceAll(':', '')}`;
}
