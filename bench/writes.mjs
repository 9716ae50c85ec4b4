// In charge of what is written: documents of four kinds, by one client and by many at once, and what is published.
// Every answer comes after the commit is on the disk.
import { makePublications } from './publications.mjs';

/** Without headers it is JSON, sent with the token that may do everything. */
/** @typedef {{ method: 'GET' | 'POST' | 'PUT', path: string, body?: string | Buffer, headers?: Record<string, string> }} Write */
/** `least`: seconds that a round of slow requests lasts. */
/** @typedef {{ name: string, connections: number, writes: Write[], least?: number }} WriteRound */
/** Makes a document. @typedef {(path: string, data: object) => Promise<string>} Create its documentId */

const TOPICS = 100;
const LIST = 100;
/** Moves of one reordering: as many as the list is long, so that it is shuffled again and again. */
const MOVES = 100;

/**
 * The rounds, after making the documents that they change.
 * @param {import('./server.mjs').Server} server
 * @param {Record<string, string>} headers
 * @returns {Promise<WriteRound[]>}
 */
export async function makeWrites(server, headers) {
  /** @type {Create} */
  const create = async (path, data) => {
    const { status, body } = await server.send({ method: 'POST', path, body: text(data) }, headers);
    if (status !== 201) throw new Error(`POST ${path} gave ${status}: ${body}`);
    /** @type {{ data: { documentId: string } }} */
    const answer = JSON.parse(body);
    return answer.data.documentId;
  };
  /** @type {string[]} */
  const topics = [];
  for (let i = 0; i < TOPICS; i++) topics.push(await create('/api/topics', { name: `Topic ${i}` }));
  /** @type {string[]} */
  const authors = [];
  for (let i = 0; i < 10; i++) authors.push(await create('/api/authors', { name: `Writer ${i}` }));
  const page = await create('/api/pages', { title: 'Ordered', topics: topics.slice(0, LIST) });
  const other = await create('/api/pages', { title: 'Other' });
  const whole = {
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
    related: [page, other],
  };
  const note = { title: 'A note', text: 'Some words.', views: 3, due: '2026-11-21T12:00:00.000Z' };
  const flat = [{ method: /** @type {const} */ ('POST'), path: '/api/notes', body: text(note) }];
  const update = Array.from({ length: 50 }, (_, views) => put(`/api/pages/${other}`, { views }));
  const moves = Array.from({ length: MOVES }, (_, i) =>
    put(`/api/pages/${page}`, {
      topics: {
        connect: [
          {
            documentId: topics[(i * 37) % LIST],
            position: { before: topics[(i * 53 + 1) % LIST] },
          },
        ],
      },
    }),
  );
  return [
    { name: 'create, flat', connections: 10, writes: flat },
    {
      name: 'create, whole page',
      connections: 10,
      writes: [{ method: 'POST', path: '/api/pages', body: text(whole) }],
    },
    { name: 'update one value', connections: 10, writes: update },
    { name: 'move in a list of 100', connections: 10, writes: moves },
    ...[1, 8, 64].map((connections) => ({
      name: `create, ${connections} at once`,
      connections,
      writes: flat,
    })),
    ...(await makePublications(create, authors)),
  ];
}

/** @param {string} path @param {object} data @returns {Write} */
function put(path, data) {
  return { method: 'PUT', path, body: text(data) };
}

/** @param {object} data */
function text(data) {
  return JSON.stringify({ data });
}
