// In charge of what people with accounts do: they sign in, read lists as their role lets them, and upload a picture.
import { Random } from './random.mjs';

/** @typedef {import('./writes.mjs').WriteRound} WriteRound */
/** @typedef {import('./server.mjs').Server} Server */

const USERS = 20;
const PAGES = 40;
const PASSWORD = 'a password of some length';

/** The role that users have when they register. */
const ROLE = 1;

/** A password takes long to check, and a picture to be made smaller, on purpose; in seconds. */
const SLOW = 4;

const PICTURE_BYTES = 2_000_000;
const WIDTH = 2000;
const HEIGHT = 1500;

/**
 * The rounds, after making the users.
 * @param {Server} server
 * @param {Record<string, string>} headers with a token that may do everything
 * @returns {Promise<WriteRound[]>}
 */
export async function makeAccountRounds(server, headers) {
  const credentials = await makeUsers(server, headers);
  const [bearer = {}] = credentials;
  const logins = Array.from({ length: USERS }, (_, index) => ({
    method: /** @type {const} */ ('POST'),
    path: '/api/auth/local',
    body: JSON.stringify({ identifier: `user${index}@example.com`, password: PASSWORD }),
    headers: { 'content-type': 'application/json' },
  }));
  const lists = Array.from({ length: PAGES }, (_, index) => ({
    method: /** @type {const} */ ('GET'),
    path: `/api/articles?populate=author&pagination[page]=${index + 1}`,
    headers: credentials[index % credentials.length] ?? {},
  }));
  const upload = {
    method: /** @type {const} */ ('POST'),
    path: '/api/upload',
    ...(await picture()),
  };
  return [
    { name: 'login', connections: 10, writes: logins, least: SLOW },
    { name: 'list 25, as a user', connections: 10, writes: lists },
    {
      name: 'upload of 2 MB',
      connections: 2,
      least: SLOW,
      writes: [{ ...upload, headers: { ...bearer, ...upload.headers } }],
    },
  ];
}

/**
 * Registers users, and lets their role read articles and upload.
 * @param {Server} server
 * @param {Record<string, string>} headers
 * @returns {Promise<Record<string, string>[]>} what each shows
 */
async function makeUsers(server, headers) {
  const may = { enabled: true };
  const permissions = {
    'api::article': { controllers: { article: { find: may } } },
    'api::author': { controllers: { author: { find: may } } },
    'plugin::upload': { controllers: { 'content-api': { upload: may } } },
  };
  const role = `/api/users-permissions/roles/${ROLE}`;
  await send(server, { method: 'PUT', path: role, body: JSON.stringify({ permissions }) }, headers);
  return Promise.all(
    Array.from({ length: USERS }, async (_, index) => {
      const [username, email] = [`user${index}`, `user${index}@example.com`];
      const body = JSON.stringify({ username, email, password: PASSWORD });
      const path = '/api/auth/local/register';
      const { jwt } = await send(server, { method: 'POST', path, body }, headers);
      return { authorization: `Bearer ${jwt}` };
    }),
  );
}

/**
 * @param {Server} server
 * @param {import('./writes.mjs').Write} request
 * @param {Record<string, string>} headers
 * @returns {Promise<{ jwt?: string }>}
 */
async function send(server, request, headers) {
  const { status, body } = await server.send(request, headers);
  if (status !== 200) throw new Error(`${request.path} gave ${status}: ${body}`);
  return JSON.parse(body);
}

/**
 * A form with a JPEG of 2 MB: noise, of which as much is left as fits.
 * @returns {Promise<{ body: Buffer, headers: Record<string, string> }>}
 */
async function picture() {
  const { default: sharp } = await import('sharp');
  const random = new Random(7);
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let at = 0; at < pixels.length; at += 4) pixels.writeUInt32LE(random.below(2 ** 32), at);
  const raw = { width: WIDTH, height: HEIGHT, channels: /** @type {const} */ (3) };
  let [jpeg, quality] = [Buffer.alloc(0), 100];
  do {
    jpeg = await sharp(pixels, { raw }).jpeg({ quality }).toBuffer();
    quality -= 2;
  } while (jpeg.length > PICTURE_BYTES && quality > 0);
  const boundary = 'a-line-between-parts';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="noise.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), jpeg, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
