// Articles with the same marker in every part, which reveals partial writes.

/** Number of documents per request. */
const BATCH = 50;

const POPULATE =
  'populate[seo]=true&populate[author]=true&populate[categories]=true&populate[sections][populate]=*';

/** Component tables, and the tables that link them to their owners. @type {readonly (readonly [table: string, uid: string, owners: readonly string[]])[]} */
const COMPONENTS = [
  [
    'components_sections_texts',
    'sections.text',
    ['articles_cmps', 'homepages_cmps', 'samples_cmps'],
  ],
  ['components_sections_quotes', 'sections.quote', ['articles_cmps', 'homepages_cmps']],
  ['components_sections_step_lists', 'sections.steps', ['articles_cmps']],
  ['components_shared_steps', 'shared.step', ['components_sections_step_lists_cmps']],
  ['components_shared_seos', 'shared.seo', ['articles_cmps']],
];

/** Marker of each version, or null if it does not exist. @typedef {{ draft: string | null, published: string | null }} Versions */

/** Stands for the marker of an article whose parts have different markers. */
export const TORN = 'torn';

/**
 * @param {string} marker
 * @param {{ author: string, categories: readonly string[] }} targets documentIds
 */
export function markedArticle(marker, { author, categories }) {
  return {
    title: marker,
    slug: marker,
    summary: marker,
    author,
    categories,
    seo: { metaTitle: marker, metaDescription: marker },
    sections: [
      { __component: 'sections.text', body: marker },
      {
        __component: 'sections.steps',
        heading: marker,
        steps: [{ name: marker }, { name: marker }],
      },
      { __component: 'sections.quote', text: marker, by: marker },
    ],
  };
}

/** Number of texts and component fields of a complete article. */
const PARTS = 11;

/**
 * Returns the marker of an article, or TORN.
 * @param {Record<string, unknown>} article
 */
export function markerOf(article) {
  const { title, slug, summary, author, categories, seo, sections } =
    /** @type {{ title: string, slug: string, summary: string, author: unknown, categories: unknown[], seo: Record<string, string> | null, sections: Record<string, unknown>[] }} */ (
      article
    );
  const steps = sections.flatMap((each) => /** @type {{ name: string }[]} */ (each['steps'] ?? []));
  const texts = sections.flatMap(({ body, heading, text, by }) =>
    [body, heading, text, by].filter((value) => value !== undefined),
  );
  const parts = [
    title,
    slug,
    summary,
    seo?.['metaTitle'],
    seo?.['metaDescription'],
    ...texts,
    ...steps.map(({ name }) => name),
  ];
  const isComplete = parts.length === PARTS && parts.every((part) => part === title);
  return isComplete && author !== null && categories.length === 2 ? title : TORN;
}

/**
 * Reads both versions of documents.
 * @param {(path: string) => Promise<string>} read fetches the body of a response
 * @param {{ by: 'documentId' | 'slug', values: readonly string[] }} filter
 * @returns {Promise<Map<string, Versions & { documentId: string }>>} by value, without documents that do not exist
 */
export async function readVersions(read, { by, values }) {
  /** @type {Map<string, Versions & { documentId: string }>} */
  const found = new Map();
  for (let start = 0; start < values.length; start += BATCH) {
    const names = values
      .slice(start, start + BATCH)
      .map((value, i) => `filters[${by}][$in][${i}]=${value}`);
    for (const status of /** @type {const} */ (['draft', 'published'])) {
      const query = `pagination[pageSize]=${2 * BATCH}&status=${status}&${POPULATE}`;
      /** @type {{ data: Record<string, unknown>[] }} */
      const { data } = JSON.parse(await read(`/api/articles?${query}&${names.join('&')}`));
      for (const article of data) {
        const documentId = String(article['documentId']);
        const key = String(article[by]);
        const versions = found.get(key) ?? { documentId, draft: null, published: null };
        found.set(key, {
          ...versions,
          [status]: versions[status] === null ? markerOf(article) : TORN,
        });
      }
    }
  }
  return found;
}

/**
 * Counts component rows without an owner.
 * @param {import('./test-bed.mjs').Query} query
 */
export async function countOrphans(query) {
  let orphans = 0;
  for (const [table, uid, owners] of COMPONENTS) {
    const owned = owners.map(
      (owner) => `SELECT cmp_id FROM ${owner} WHERE component_type = '${uid}'`,
    );
    const [row] = await query(
      `SELECT count(*) AS n FROM ${table} WHERE id NOT IN (${owned.join(' UNION ALL ')})`,
    );
    orphans += Number(row?.['n']);
  }
  return orphans;
}
