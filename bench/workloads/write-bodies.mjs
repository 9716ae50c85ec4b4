// Request bodies of writes: a flat note, a page with every type of attribute, and dynamic zones with nested components,
// media and relations.

/** A document without components or relations. */
export function draftOf() {
  return { title: 'A note', text: 'Some words.', views: 3, due: '2026-11-21T12:00:00.000Z' };
}

/**
 * A document with components, a dynamic zone and relations of every type.
 * @param {Record<'authors' | 'topics' | 'pages', readonly string[]>} documents documentIds by type
 */
export function pageOf({ authors, topics, pages }) {
  return {
    title: 'A page with everything',
    hero: { heading: 'Hello', lead: 'A lead of some words that says what the page is about.' },
    questions: [
      { question: 'Why?', answer: 'Because.' },
      { question: 'How?', answer: 'Like this.' },
    ],
    sections: [
      { __component: 'sections.text', body: 'Some text of a page, as long as a line or two.' },
      { __component: 'sections.quote', text: 'A quote', author: authors[0] },
      { __component: 'sections.hero', heading: 'Another' },
    ],
    author: authors[1],
    editor: authors[2],
    topics: topics.slice(0, 5),
    related: pages.slice(0, 2),
  };
}

/**
 * A dynamic zone with five types of components in turn: with an image, a relation, images, components, and plain.
 * @param {number} length
 * @param {readonly string[]} authors documentIds
 */
export function zoneOf(length, authors) {
  return Array.from({ length }, (_, index) => section(index, authors[index % authors.length]));
}

/**
 * @param {number} index
 * @param {string | undefined} author
 */
function section(index, author) {
  const image = 1 + (index % 100);
  const kinds = [
    { __component: 'sections.hero', heading: 'Hello', lead: 'What it is.', background: image },
    { __component: 'sections.quote', text: 'Pull every stitch.', author },
    { __component: 'sections.gallery', title: 'Pictures', images: [image, image + 1] },
    {
      __component: 'sections.faq',
      heading: 'Questions',
      questions: [
        { question: 'Why?', answer: 'Because.' },
        { question: 'How?', answer: 'Like this.' },
      ],
    },
    { __component: 'sections.text', body: 'Some text of a page, as long as a line or two.' },
  ];
  return kinds[index % kinds.length];
}
