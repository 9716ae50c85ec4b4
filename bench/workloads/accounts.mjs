// Workload `accounts`: sign in, read lists as a signed-in user, and upload an image. Password hashing is slow by
// design, and images are resized.
import { Random } from '../seeds/random.mjs';
import { seedBlog } from '../seeds/blog.mjs';

/** @typedef {import('../load/round.mjs').Request} Request */
/** @typedef {import('../changes.mjs').Send} Send */

const USERS = 20;
const PAGES = 40;
const PASSWORD = 'a password of some length';

/** Default role of registered users. */
const ROLE = 1;

const IMAGE_BYTES = 2_000_000;
const WIDTH = 2000;
const HEIGHT = 1500;

/** @type {import('../changes.mjs').WriteWorkload} */
export const accounts = {
  name: 'accounts',
  size: 1000,
  title: (size) =>
    `accounts: requests of signed-in users, with ${size.toLocaleString('en')} articles`,
  content: (size) => ({ project: 'blog', seed: (database) => seedBlog(database, size) }),
  async tasks({ send }) {
    const credentials = await registerUsers(send);
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
    const { body, headers } = await createUpload();
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
 * Registers users, and grants their role access to articles and uploads.
 * @param {Send} send
 * @returns {Promise<Record<string, string>[]>} headers with the token of each user
 */
async function registerUsers(send) {
  const granted = { enabled: true };
  const permissions = {
    'api::article': { controllers: { article: { find: granted } } },
    'api::author': { controllers: { author: { find: granted } } },
    'plugin::upload': { controllers: { 'content-api': { upload: granted } } },
  };
  const path = `/api/users-permissions/roles/${ROLE}`;
  await send({ method: 'PUT', path, body: JSON.stringify({ permissions }) });
  return Promise.all(
    Array.from({ length: USERS }, async (_, index) => {
      const [username, email] = [`user${index}`, `user${index}@example.com`];
      const response = await send({
        method: 'POST',
        path: '/api/auth/local/register',
        body: JSON.stringify({ username, email, password: PASSWORD }),
      });
      const { jwt } = /** @type {{ jwt: string }} */ (response);
      return { authorization: `Bearer ${jwt}` };
    }),
  );
}

/**
 * Multipart form with a JPEG of noise, compressed to 2 MB.
 * @returns {Promise<{ body: Buffer, headers: Record<string, string> }>}
 */
async function createUpload() {
  const { default: sharp } = await import('sharp');
  const random = new Random(7);
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let at = 0; at < pixels.length; at += 4) pixels.writeUInt32LE(random.below(2 ** 32), at);
  const raw = { width: WIDTH, height: HEIGHT, channels: /** @type {const} */ (3) };
  let [jpeg, quality] = [Buffer.alloc(0), 100];
  do {
    jpeg = await sharp(pixels, { raw }).jpeg({ quality }).toBuffer();
    quality -= 2;
  } while (jpeg.length > IMAGE_BYTES && quality > 0);
  const boundary = 'bench-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="noise.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), jpeg, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
