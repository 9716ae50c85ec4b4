// Workload `model`: changes to the content model of a running server. Measures how long they take with many types, many
// rows and large requests, and how they affect other requests.
import { cpSync } from 'node:fs';
import path from 'node:path';
import { whileProbing } from '../load/probes.mjs';
import { median } from '../measure.mjs';
import { prepareServer } from '../databases.mjs';
import { LABELS } from '../contenders.mjs';
import { documentIdOf, seedCount, TYPES as COUNTED } from '../seeds/count.mjs';
import { attributesOf, nameOf, TYPES, uidOf, writeTypes } from '../seeds/model.mjs';
import { freePort } from '../servers/free-port.mjs';
import { Server } from '../servers/server.mjs';
import { Site } from '../site.mjs';
import { formatRow, formatInteger } from '../table.mjs';

/** @typedef {import('../load/probes.mjs').ProbeResult} ProbeResult */
/** @typedef {import('../load/round.mjs').Request} Request */
/** @typedef {Record<string, object>} Attributes */

const SIZE = 1_000_000;

/** Servers of this workload. */
const NAMES = /** @type {const} */ (['sqlite', 'workers', 'postgres']);

/** Number of changes per measurement, and in a long series. */
const CHANGES = 10;
const SERIES = 50;

/** Number of attributes in a large request. */
const MANY = 500;

const UPDATE = '/content-type-builder/update-schema';
const PLAN = '/admin/quoin/types/plan';
const ROWS = { title: { type: 'string' }, views: { type: 'integer' }, batch: { type: 'integer' } };
const WIDTHS = [34, 11, 12, 12, 12, 12, 10];

/** A change: its duration in milliseconds, and the results of the probes. */
/** @typedef {{ name: string, milliseconds: number, results: ProbeResult[] }} Measured */

/**
 * @param {import('../options.mjs').Options} options
 * @returns {Promise<object>} figures for the JSON file
 */
export async function runModel(options) {
  const size = options.size ?? SIZE;
  const site = Site.make({
    project: 'count',
    write: writeTypes,
    seed: (database) => seedCount(database, size),
  });
  console.log(
    `\nmodel: changes to ${TYPES} types, and to one with ${formatInteger(size)} documents`,
  );
  /** @type {Record<string, object>} */
  const figures = {};
  try {
    for (const name of NAMES.filter((each) => options.names.includes(each))) {
      figures[name] = await measureServer(name, site, options);
    }
    return figures;
  } finally {
    site.remove();
  }
}

/**
 * @param {(typeof NAMES)[number]} name
 * @param {Site} site
 * @param {import('../options.mjs').Options} options
 */
async function measureServer(name, site, options) {
  const prepared = await prepareServer(name, { ...options, site });
  const port = await freePort();
  // Each server changes its own copy of the schema files.
  const cwd = path.join(site.folder, `project-${name}`);
  cpSync(site.project, cwd, { recursive: true });
  const env = site.variables({ ...prepared.env, PORT: String(port), QUOIN_LIVE: 'true' });
  const server = new Server(prepared.args, { port, cwd, env });
  try {
    await server.ready('/_health');
    await server.hasPrinted(prepared.readyText ?? '');
    const model = await Model.open(server, site.headers, options.size ?? SIZE);
    console.log(`\n  ${LABELS[name]}; slowest other requests in ms\n`);
    console.log(formatRow(['', 'ms', '/_health', 'list', 'same type', 'create', 'failed'], WIDTHS));
    const isSelected = (/** @type {string} */ change) => change.includes(options.match ?? '');
    const measured = [];
    for (const { name: change, path = UPDATE, bodies } of plannedChanges(model.largest)) {
      if (isSelected(change)) measured.push(print(await model.measure(change, path, bodies)));
    }
    return measured;
  } finally {
    await server.stop();
    await prepared.database?.stop();
  }
}

/** @param {Measured} measured */
function print(measured) {
  const { name, milliseconds, results } = measured;
  const slowest = results.map((result) => formatInteger(result.slowest));
  const failures = results.flatMap((result) => result.failures);
  console.log(
    formatRow(
      [name, formatInteger(milliseconds), ...slowest, formatInteger(failures.length)],
      WIDTHS,
    ),
  );
  for (const failure of failures.slice(0, 3)) console.log(`    ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
  return measured;
}

/** Requests of a change, sent one after the other. @typedef {{ name: string, path?: string, bodies: readonly object[] }} PlannedChange */

/**
 * @param {Model['largest']} largest
 * @returns {readonly PlannedChange[]}
 */
function plannedChanges({ name, singular }) {
  const { body, ...others } = attributesOf(1);
  const many = Array.from({ length: MANY }, (_, i) => [`field_${i}`, { type: 'string' }]);
  const large = [updateOf(3, Object.fromEntries(many))];
  const types = [{ data: { contentTypes: Array.from({ length: TYPES }, (_, i) => newType(i)) } }];
  const renamed = { ...ROWS, title: null, name: { type: 'string' } };
  return [
    {
      name: `add or remove, ${TYPES} types`,
      bodies: Array.from({ length: CHANGES }, (_, number) =>
        updateOf(0, { ...attributesOf(0), ...(number % 2 === 0 && { more: { type: 'string' } }) }),
      ),
    },
    {
      name: `rename, ${TYPES} types`,
      bodies: Array.from({ length: CHANGES }, (_, number) => {
        const [to, renamedFrom] = number % 2 === 0 ? ['text', 'body'] : ['body', 'text'];
        return updateOf(1, { ...others, [to]: { ...body, renamedFrom } });
      }),
    },
    {
      name: `${SERIES} changes`,
      bodies: Array.from({ length: SERIES }, (_, number) =>
        updateOf(2, { ...attributesOf(2), [`more_${number % 7}`]: { type: 'string' } }),
      ),
    },
    { name: `${name}: add`, bodies: [rowsOf(singular, { ...ROWS, more: { type: 'string' } })] },
    {
      name: `${name}: rename`,
      bodies: [rowsOf(singular, { ...renamed, name: { type: 'string', renamedFrom: 'title' } })],
    },
    { name: `${name}: remove`, bodies: [rowsOf(singular, { ...renamed, batch: null })] },
    { name: `${name}: add again`, bodies: [rowsOf(singular, renamed)] },
    {
      name: `${name}: integer to string`,
      bodies: [rowsOf(singular, { ...renamed, views: { type: 'string' } })],
    },
    { name: `plan ${MANY} attributes`, path: PLAN, bodies: large },
    { name: `${MANY} attributes`, bodies: large },
    { name: `plan ${TYPES} more types`, path: PLAN, bodies: types },
    { name: `${TYPES} more types`, bodies: types },
  ];
}

/** The content model of a server. */
class Model {
  #server;
  #headers;
  #admin;

  /** @param {Server} server @param {{ headers: Record<string, string>, admin: Record<string, string>, size: number }} options */
  constructor(server, { headers, admin, size }) {
    this.#server = server;
    this.#headers = headers;
    this.#admin = admin;
    const { path = '', name = '' } = COUNTED.filter((each) => each.size <= size).at(-1) ?? {};
    /** The content-type with the most documents. */
    this.largest = { path, name, singular: path.slice('/api/'.length, -1) };
  }

  /**
   * Registers an administrator.
   * @param {Server} server
   * @param {Record<string, string>} headers headers of requests to the content API
   * @param {number} size number of documents of the largest type
   */
  static async open(server, headers, size) {
    const administrator = { email: 'ada@example.com', firstname: 'Ada', password: 'Passw0rd!' };
    const path = '/admin/register-admin';
    const response = await server.send(
      { method: 'POST', path, body: JSON.stringify(administrator) },
      {},
    );
    /** @type {{ data: { token: string } }} */
    const { data } = JSON.parse(response.body);
    return new Model(server, { headers, admin: { authorization: `Bearer ${data.token}` }, size });
  }

  /**
   * Applies or plans changes one after the other; the result is the median of their durations.
   * @param {string} name
   * @param {string} path
   * @param {readonly object[]} bodies
   * @returns {Promise<Measured>}
   */
  async measure(name, path, bodies) {
    const headers = this.#headers;
    const probes = {
      health: () => ({ path: '/_health' }),
      list: () => ({ path: '/api/kinds-100?populate=*', headers }),
      same: (/** @type {number} */ number) => ({
        path: `${this.largest.path}/${documentIdOf(1 + (number % 1000))}`,
        headers,
      }),
      create: (/** @type {number} */ number) => ({
        method: /** @type {const} */ ('POST'),
        path: '/api/kinds-100',
        headers,
        body: JSON.stringify({ data: { title: `Entry ${number}`, amount: number } }),
      }),
    };
    const { value, results } = await whileProbing(this.#server.port, probes, async () => {
      const times = [];
      for (const body of bodies) times.push(await this.#send(path, body));
      return times;
    });
    return { name, milliseconds: median(value), results };
  }

  /** @param {string} path @param {object} body */
  async #send(path, body) {
    const request = { method: /** @type {const} */ ('POST'), path, body: JSON.stringify(body) };
    const start = performance.now();
    const response = await this.#server.send(request, this.#admin);
    const milliseconds = performance.now() - start;
    if (response.status !== 200)
      throw new Error(`${path}: ${response.status} ${response.body.slice(0, 500)}`);
    return milliseconds;
  }
}

/** @param {number} number @param {Attributes} attributes */
function updateOf(number, attributes) {
  return { data: { contentTypes: [elementOf('update', number, attributes)] } };
}

/** @param {'create' | 'update'} action @param {number} number @param {Attributes} attributes */
function elementOf(action, number, attributes) {
  return {
    action,
    uid: uidOf(number),
    displayName: nameOf(number),
    draftAndPublish: false,
    attributes: listOf(action, attributes),
  };
}

/** @param {number} number starts at 0 */
function newType(number) {
  return {
    ...elementOf('create', number + TYPES, attributesOf(number)),
    kind: 'collectionType',
    singularName: nameOf(number + TYPES),
    pluralName: `kinds-${number + TYPES}`,
  };
}

/** @param {string} singular @param {Readonly<Record<string, object | null>>} attributes `null` leaves an attribute out */
function rowsOf(singular, attributes) {
  const present = Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
  const uid = `api::${singular}.${singular}`;
  const element = { action: 'update', uid, displayName: singular, draftAndPublish: true };
  return { data: { contentTypes: [{ ...element, attributes: listOf('update', present) }] } };
}

/** @param {'create' | 'update'} action @param {Attributes} attributes */
function listOf(action, attributes) {
  return Object.entries(attributes).map(([name, all]) => {
    const { renamedFrom, ...properties } = /** @type {{ renamedFrom?: string }} */ (all);
    const relation = /** @type {{ target?: string }} */ (properties);
    const sides = relation.target === undefined ? {} : { targetAttribute: null };
    const rename = renamedFrom === undefined ? {} : { renamedFrom };
    return { action, name, properties: { ...properties, ...sides }, ...rename };
  });
}
