// Bodies of writes: a flat note, a page with every kind of attribute, and dynamic zones with nested components, media
// and relations.

/** A document without anything that hangs on it. */
export function draftOf() {
  return { title: 'A note', text: 'Some words.', views: 3, due: '2026-11-21T12:00:00.000Z' };
}

/**
 * A document with components, a zone and relations of every kind.
 * @param {Record<'authors' | 'topics' | 'pages', readonly string[]>} documents their documentIds
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
 * Components of five kinds in turn: with a picture, with a relation, with pictures, with components, and plain.
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
