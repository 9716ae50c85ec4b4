// Articles that carry one marker in every part, so that a half-written one shows.

/** Number of documents that one request reads. */
const BATCH = 50;

const POPULATE =
  'populate[seo]=true&populate[author]=true&populate[categories]=true&populate[sections][populate]=*';

/** Tables of components with the tables that hold their owners. @type {readonly (readonly [table: string, uid: string, owners: readonly string[]])[]} */
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

/** Markers of the two versions; null if there is none. @typedef {{ draft: string | null, published: string | null }} Versions */

/** Not a marker: an article whose parts do not belong together. */
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

/** Texts, component fields and links that a whole article shows. */
const PARTS = 11;

/**
 * The marker of an article as it was read, or TORN.
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
  const isWhole = parts.length === PARTS && parts.every((part) => part === title);
  return isWhole && author !== null && categories.length === 2 ? title : TORN;
}

/**
 * Reads both versions of documents.
 * @param {(path: string) => Promise<string>} read answers the body
 * @param {{ by: 'documentId' | 'slug', values: readonly string[] }} wanted
 * @returns {Promise<Map<string, Versions & { documentId: string }>>} by the value; documents that do not exist are missing
 */
export async function readVersions(read, { by, values }) {
  /** @type {Map<string, Versions & { documentId: string }>} */
  const found = new Map();
  for (let at = 0; at < values.length; at += BATCH) {
    const names = values
      .slice(at, at + BATCH)
      .map((value, i) => `filters[${by}][$in][${i}]=${value}`);
    for (const status of /** @type {const} */ (['draft', 'published'])) {
      const query = `pagination[pageSize]=${2 * BATCH}&status=${status}&${POPULATE}`;
      /** @type {{ data: Record<string, unknown>[] }} */
      const { data } = JSON.parse(await read(`/api/articles?${query}&${names.join('&')}`));
      for (const article of data) {
        const documentId = String(article['documentId']);
        const key = String(article[by]);
        const known = found.get(key) ?? { documentId, draft: null, published: null };
        found.set(key, { ...known, [status]: known[status] === null ? markerOf(article) : TORN });
      }
    }
  }
  return found;
}

/**
 * Rows of components that belong to nothing.
 * @param {import('./stand.mjs').Query} query
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
