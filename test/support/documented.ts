// Code blocks of the documentation, and responses in a form that is equal in every run.

/** A block of code with its language. */
export interface Block {
  readonly language: string;
  readonly body: string;
}

/** Returns the section under a level-2 heading. */
export function sectionOf(text: string, heading: string): string {
  const [, rest] = text.split(`\n## ${heading}\n`);
  if (rest === undefined) throw new Error(`No section "${heading}"`);
  return rest.split(/^## /m)[0] ?? '';
}

/** Returns all code blocks of a text in order. */
export function blocksOf(text: string): readonly Block[] {
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', body = '']) => ({
    language,
    body,
  }));
}

/**
 * Normalizes a response: numbers documentIds in order of appearance, and replaces times.
 * @param known documentIds in order of appearance, shared by the responses of one run
 */
export function normalize(response: unknown, known: Map<string, string> = new Map()): unknown {
  if (typeof response === 'string') {
    if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(response)) return 'a time';
    if (!/^[a-z][a-z0-9]{23}$/.test(response)) return response;
    if (!known.has(response)) known.set(response, `document ${known.size + 1}`);
    return known.get(response);
  }
  if (Array.isArray(response)) return response.map((item: unknown) => normalize(item, known));
  if (typeof response !== 'object' || response === null) return response;
  return Object.fromEntries(
    Object.entries(response).map(([name, value]: [string, unknown]) => [
      name,
      normalize(value, known),
    ]),
  );
}
