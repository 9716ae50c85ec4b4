// Requests for both servers: writes of every kind, and reads of their results. `{name}` refers to documents of
// earlier responses.

/** A request; `save` stores the documentId in its response. */
export interface SharedRequest {
  readonly method?: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly save?: string;
}

const text = (value: string) => [{ type: 'paragraph', children: [{ type: 'text', text: value }] }];

/** Creates a small site. @param by The creator, so that two sites differ */
export function writes(by: string): readonly SharedRequest[] {
  const name = (what: string): string => `${what} of ${by}`;
  return [
    {
      method: 'POST',
      path: '/api/authors',
      data: { name: name('Ada'), bio: 'One\nTwo' },
      save: `${by} ada`,
    },
    {
      method: 'POST',
      path: '/api/authors',
      data: { name: name('Ben'), mentor: `{${by} ada}` },
      save: `${by} ben`,
    },
    {
      method: 'POST',
      path: '/api/categories',
      data: { name: name('Parent'), slug: `${by}-parent` },
      save: `${by} parent`,
    },
    {
      method: 'POST',
      path: '/api/categories',
      data: { name: name('Child'), slug: `${by}-child`, parent: `{${by} parent}` },
      save: `${by} child`,
    },
    { method: 'POST', path: '/api/tags', data: { name: name('first') }, save: `${by} first` },
    { method: 'POST', path: '/api/tags', data: { name: name('second') }, save: `${by} second` },
    {
      method: 'POST',
      path: '/api/articles',
      data: {
        title: name('All'),
        summary: 'é 😀',
        content: text('blocks'),
        views: 7,
        rating: 4.5,
        releasedOn: '2024-02-29',
        metadata: { z: 1, a: [true, null, 'x'] },
        author: `{${by} ada}`,
        category: `{${by} child}`,
        tags: [`{${by} second}`, `{${by} first}`],
        seo: { metaTitle: 'T', links: [{ label: 'one', href: 'https://one.example' }] },
        faq: [
          { question: 'Q1', answer: 'A1' },
          { question: 'Q2', answer: 'A2' },
        ],
        sections: [
          {
            __component: 'sections.hero',
            heading: 'H',
            cta: { label: 'go', href: 'https://go.example' },
          },
          { __component: 'sections.faq', questions: [{ question: 'in', answer: 'side' }] },
        ],
      },
      save: `${by} all`,
    },
    {
      method: 'POST',
      path: '/api/articles?status=draft',
      data: { title: name('Draft') },
      save: `${by} draft`,
    },
    { method: 'PUT', path: `/api/articles/{${by} all}?locale=fr`, data: { title: name('Tout') } },
    {
      method: 'PUT',
      path: `/api/articles/{${by} all}`,
      data: {
        title: name('Changed'),
        tags: { connect: [{ documentId: `{${by} first}`, position: { start: true } }] },
        related: [`{${by} draft}`],
      },
    },
    {
      method: 'PUT',
      path: `/api/articles/{${by} all}?status=draft`,
      data: { title: name('Drafted'), views: 8 },
    },
    { method: 'PUT', path: `/api/articles/{${by} draft}`, data: { title: name('Published') } },
    { method: 'POST', path: '/api/tags', data: { name: name('gone') }, save: `${by} gone` },
    { method: 'DELETE', path: `/api/tags/{${by} gone}` },
    {
      method: 'POST',
      path: '/api/samples',
      data: {
        aString: 'text',
        aBiginteger: '9007199254740991',
        aFloat: 1.5,
        aDecimal: 12.25,
        aBoolean: true,
        aDate: '2024-02-29',
        aTime: '10:20:30.5',
        aDatetime: '2024-02-29T12:00:00.123Z',
        aTimestamp: '2024-02-29T12:00:00.123Z',
        aJson: { b: 1, a: [1.5, 'x', null, false] },
        aBlocks: text('x'),
      },
    },
  ];
}

/**
 * Requests with the same responses from both. Not included: localizations of rows on one page (docs/strapi/differences.md, D9),
 * integers beyond 2^53 (D5).
 */
export const reads: readonly string[] = [
  '/api/articles?populate=*&sort=title',
  '/api/articles?populate=*&sort=title&locale=fr',
  '/api/articles?populate=*&sort=title&status=draft',
  '/api/articles?populate[seo][populate]=*&populate[sections][populate]=*&populate[faq]=true&sort=title',
  '/api/articles?filters[author][name][$startsWith]=Ada&fields=title&populate[tags][sort]=name:desc&sort=title',
  '/api/articles?filters[tags][name][$contains]=first&fields=title,views&sort=views:desc,title',
  '/api/authors?populate[articles][fields]=title&populate[mentor]=true&populate[mentees]=true&sort=name',
  '/api/categories?populate=*&sort=name',
  '/api/tags?sort=name&pagination[pageSize]=3',
  '/api/samples?sort=id',
  '/api/i18n/locales',
];
