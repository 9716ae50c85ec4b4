// Names of files that are fetched by URL.

/** Returns the name in `Content-Disposition`, or the last segment of the URL. */
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

/** Decodes percent-encoding; invalid text is returned unchanged. */
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
