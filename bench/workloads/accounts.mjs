// Workload `accounts`: sign in, read lists with a role, and upload an image. Password hashes and images are slow by
// design.
import { Random } from '../seeds/random.mjs';
import { seedBlog } from '../seeds/blog.mjs';

/** @typedef {import('../load/round.mjs').Request} Request */
/** @typedef {import('../changes.mjs').Send} Send */

const USERS = 20;
const PAGES = 40;
const PASSWORD = 'a password of some length';

/** The role that users have when they register. */
const ROLE = 1;

const PICTURE_BYTES = 2_000_000;
const WIDTH = 2000;
const HEIGHT = 1500;

/** @type {import('../changes.mjs').WriteWorkload} */
export const accounts = {
  name: 'accounts',
  size: 1000,
  title: (size) => `accounts: what users of a site with ${size.toLocaleString('en')} articles do`,
  content: (size) => ({ project: 'blog', seed: (database) => seedBlog(database, size) }),
  async tasks({ send }) {
    const credentials = await makeUsers(send);
    const logins = Array.from({ length: USERS }, (_, index) => ({
      method: /** @type {const} */ ('POST'),
      path: '/api/auth/local',
      body: JSON.stringify({ identifier: `user${index}@example.com`, password: PASSWORD }),
      headers: { 'content-type': 'application/json' },
    }));
    const lists = Array.from({ length: PAGES }, (_, index) => ({
      path: `/api/articles?populate=author&pagination[page]=${index + 1}`,
      headers: credentials[index % credentials.length] ?? {},
    }));
    const { body, headers } = await picture();
    const upload = {
      method: /** @type {const} */ ('POST'),
      path: '/api/upload',
      body,
      headers: { ...credentials[0], ...headers },
    };
    return [
      { name: 'sign-in, 10', connections: 10, requests: logins },
      { name: 'list 25, as a user, 10', connections: 10, requests: lists },
      { name: 'upload of 2 MB, 2', connections: 2, requests: [upload] },
    ];
  },
};

/**
 * Registers users, and lets their role read articles and upload.
 * @param {Send} send
 * @returns {Promise<Record<string, string>[]>} what each shows
 */
async function makeUsers(send) {
  const may = { enabled: true };
  const permissions = {
    'api::article': { controllers: { article: { find: may } } },
    'api::author': { controllers: { author: { find: may } } },
    'plugin::upload': { controllers: { 'content-api': { upload: may } } },
  };
  const path = `/api/users-permissions/roles/${ROLE}`;
  await send({ method: 'PUT', path, body: JSON.stringify({ permissions }) });
  return Promise.all(
    Array.from({ length: USERS }, async (_, index) => {
      const [username, email] = [`user${index}`, `user${index}@example.com`];
      const answer = await send({
        method: 'POST',
        path: '/api/auth/local/register',
        body: JSON.stringify({ username, email, password: PASSWORD }),
      });
      const { jwt } = /** @type {{ jwt: string }} */ (answer);
      return { authorization: `Bearer ${jwt}` };
    }),
  );
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
