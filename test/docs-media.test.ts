// Runs the commands of docs/media.md, one after the other, and checks its configuration.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { MAX_FORM_FILES } from '../src/base/limits.ts';
import { uploadStore } from '../src/project/upload-store.ts';
import { isRecord, toRecord, valueAt } from '../src/schema/raw.ts';
import { openTestApp } from './support/app.ts';
import { blocksOf, sectionOf } from './support/documented.ts';
import { openShell } from './support/shell.ts';
import { vendored } from './support/vendored-projects.ts';

const media = readFileSync(path.resolve(import.meta.dirname, '../docs/media.md'), 'utf8');

/** Files of the commands, by those that they are copies of. */
const FILES = {
  'landscape.jpg': 'hills.jpg',
  'portrait.webp': 'portrait.webp',
  'small.png': 'small.png',
} as const;

test('runs the commands in order', async () => {
  await using app = await openTestApp();
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-docs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [source, name] of Object.entries(FILES)) {
    copyFileSync(vendored('conformance', 'files', source), path.join(folder, name));
  }
  const URL = `http://127.0.0.1:${await app.listen()}`;
  const shell = openShell(folder, { PATH: process.env['PATH'], TOKEN: app.token, URL });
  const blocks = blocksOf(media);
  let count = 0;
  for (const [i, { language, body }] of blocks.entries()) {
    if (language !== 'sh') continue;
    const printed = await shell.run(body);
    const response = blocks[i + 1];
    expect(response?.language, body).toBe('json');
    expect(lastJson(printed), body).toMatchObject(JSON.parse(response?.body ?? '') as object);
    count += 1;
  }
  expect(count).toBeGreaterThan(4);
});

/** The last of several JSON texts that follow each other without a break: of several commands that one is shown. */
function lastJson(printed: string): unknown {
  for (let at = 0; at < printed.length; at += 1) {
    if (!'{['.includes(printed[at] ?? '')) continue;
    try {
      return JSON.parse(printed.slice(at));
    } catch {
      // It begins further on.
    }
  }
  throw new Error(`no JSON: ${printed}`);
}

test('configures a bucket', () => {
  const [code] = blocksOf(media).filter(({ language }) => language === 'js');
  const env = (name: string): string => name;
  const plugins: unknown = runInNewContext(`${code?.body ?? ''}\nmodule.exports({ env })`, {
    module: {},
    env,
  });
  const config = toRecord(valueAt(plugins, 'upload.config'));
  expect(isRecord(config['providerOptions'])).toBe(true);
  expect(
    uploadStore(
      String(config['provider']),
      toRecord(config['providerOptions']),
      toRecord(config['actionOptions']),
    ),
  ).toMatchObject({
    kind: 's3',
    bucket: 'AWS_BUCKET',
    baseUrl: 'CDN_URL',
    rootPath: 'CDN_ROOT_PATH',
    client: { region: 'AWS_REGION', credentials: { accessKeyId: 'AWS_ACCESS_KEY_ID' } },
    params: { upload: { CacheControl: 'max-age=31536000' } },
  });
});

test('documents the limits of the code', () => {
  expect(sectionOf(media, 'Limits')).toMatch(
    new RegExp(`files of one form +\\| ${MAX_FORM_FILES} `),
  );
});
