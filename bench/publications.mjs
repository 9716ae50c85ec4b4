// In charge of what is published: a document without components, and pages with a zone of 5 and of 50, whose components
// have components, media and relations of their own. Each in both ways: a `PUT` that publishes what it writes, and the
// action that publishes what was saved before.

/** @typedef {import('./writes.mjs').WriteRound} WriteRound */
/** @typedef {import('./writes.mjs').Create} Create */

/** As many documents of a kind as there are connections: nobody waits for another's document. */
const DOCUMENTS = 10;

/**
 * The rounds, after making the documents that they publish.
 * @param {Create} create
 * @param {readonly string[]} authors documentIds
 * @returns {Promise<WriteRound[]>}
 */
export async function makePublications(create, authors) {
  const author = (/** @type {number} */ index) => authors[index % authors.length];
  const zone = (/** @type {number} */ length) =>
    Array.from({ length }, (_, index) => section(index, author(index)));
  const kinds = [
    { name: 'plain', path: '/api/notices', data: { title: 'A notice', text: 'Some words.' } },
    ...[5, 50].map((length) => ({
      name: `zone of ${length}`,
      path: '/api/articles',
      data: { title: 'A page', author: author(0), cover: 1, sections: zone(length) },
    })),
  ];
  /** @type {WriteRound[]} */
  const rounds = [];
  for (const { name, path, data } of kinds) {
    /** @type {string[]} */
    const documents = [];
    for (let i = 0; i < DOCUMENTS; i++) documents.push(`${path}/${await create(path, data)}`);
    const text = (/** @type {number} */ views) => JSON.stringify({ data: { views } });
    rounds.push(
      {
        name: `PUT, ${name}`,
        connections: DOCUMENTS,
        writes: documents.map((each, i) => ({ method: 'PUT', path: each, body: text(i) })),
      },
      {
        name: `publish, ${name}`,
        connections: DOCUMENTS,
        writes: documents.map((each) => ({ method: 'POST', path: `${each}/actions/publish` })),
      },
    );
  }
  return rounds;
}

/**
 * The kinds of sections in turn: with a picture, with a relation, with pictures, with components, and plain.
 * @param {number} index
 * @param {string | undefined} author
 */
function section(index, author) {
  const picture = 1 + (index % 100);
  const kinds = [
    { __component: 'sections.hero', heading: 'Hello', lead: 'What it is.', background: picture },
    { __component: 'sections.quote', text: 'Pull every stitch.', author },
    { __component: 'sections.gallery', title: 'Pictures', images: [picture, picture + 1] },
    {
      __component: 'sections.faq',
      heading: 'Asked',
      questions: [
        { question: 'Why?', answer: 'Because.' },
        { question: 'How?', answer: 'Like this.' },
      ],
    },
    { __component: 'sections.text', body: 'Some text of a page, as long as a line or two.' },
  ];
  return kinds[index % kinds.length];
}
