// Uploads an image to both servers, links it to an article, and reads it again.
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Reply, Replies, Send, Site } from './sites.ts';

/** Uploads a picture that is large enough for smaller formats, and makes it the cover of an article. */
export async function addPicture(send: Send, { saved }: Site, article: string): Promise<void> {
  const image = await sharp({
    create: { width: 800, height: 600, channels: 3, background: '#336699' },
  })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('files', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'blue é.png');
  const encoded = new Response(form);
  const uploaded = await send({
    method: 'POST',
    path: '/api/upload',
    body: Buffer.from(await encoded.arrayBuffer()),
    type: encoded.headers.get('content-type') ?? '',
  });
  expect(uploaded.status).toBe(201);
  const [file] = uploaded.body as readonly { readonly id: number }[];
  const linked = await send({
    method: 'PUT',
    path: `/api/articles/${saved.get(article) ?? ''}`,
    body: JSON.stringify({ data: { cover: file?.id } }),
  });
  expect(linked.status).toBe(200);
}

/** Reads of the media library. */
export const mediaReads: readonly string[] = ['/api/upload/files?sort=name'];

/** Requests the bytes of all files in responses of the media library. */
export async function readBytes(send: Send, responses: Replies): Promise<Replies> {
  const listed = JSON.stringify(responses.get('/api/upload/files?sort=name')?.body ?? []);
  const urls = new Set(
    [...listed.matchAll(/"url":"(\/uploads\/[^"]+)"/g)].map(([, url = '']) => url),
  );
  const bytes = new Map<string, Reply>();
  for (const url of urls) bytes.set(url, await send({ path: url }));
  return bytes;
}
