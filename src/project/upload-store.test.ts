// The forms of options of Strapi's provider for S3.
import { describe, expect, test } from 'vitest';
import { uploadStore, uploadStoreWarnings } from './upload-store.ts';

const KEYS = { accessKeyId: 'id', secretAccessKey: 'secret' };
const params = { Bucket: 'b' };

describe('a bucket', () => {
  test.each([
    ['current form', { s3Options: { credentials: KEYS, region: 'r', params } }],
    ['with keys beside the region', { s3Options: { ...KEYS, region: 'r', params } }],
    ['flat', { ...KEYS, region: 'r', params }],
  ])('%s', (_form, options) => {
    for (const provider of ['aws-s3', '@strapi/provider-upload-aws-s3']) {
      expect(uploadStore(provider, options, {})).toEqual({
        kind: 's3',
        provider,
        bucket: 'b',
        acl: 'public-read',
        baseUrl: null,
        rootPath: '',
        client: { credentials: KEYS, region: 'r' },
        params: { upload: {}, remove: {} },
      });
    }
  });

  test('with all other options', () => {
    const credentials = (): object => KEYS;
    const store = uploadStore(
      'aws-s3',
      {
        baseUrl: 'https://cdn.example//',
        rootPath: '/a/b/',
        s3Options: {
          credentials,
          endpoint: 'e',
          forcePathStyle: true,
          params: { ...params, ACL: 'private', signedUrlExpires: 60, CacheControl: 'max-age=9' },
        },
      },
      { upload: { StorageClass: 'X' }, uploadStream: { Tagging: 't' }, delete: { MFA: 'm' } },
    );
    expect(store).toMatchObject({
      acl: 'private',
      baseUrl: 'https://cdn.example',
      rootPath: 'a/b',
      client: { credentials, endpoint: 'e', forcePathStyle: true },
      params: {
        upload: { CacheControl: 'max-age=9', StorageClass: 'X', Tagging: 't' },
        remove: { MFA: 'm' },
      },
    });
    expect(uploadStoreWarnings(store)).toEqual([]);
  });
});

test.each([
  ['cloudinary', {}, /"cloudinary" runs with project code/],
  ['aws-s3', {}, /params\.Bucket/],
  ['aws-s3', { s3Options: { params: { ...params, ACL: 'private' } } }, /does not sign the URLs/],
])('%s with %j is read-only, with a warning', (provider, options, reason) => {
  const store = uploadStore(provider, options, {});
  expect(store).toMatchObject({ kind: 'none', reason: expect.stringMatching(reason) as string });
  expect(uploadStoreWarnings(store)).toEqual([expect.stringMatching(reason)]);
});

test('accepts a bucket without access lists', () => {
  const store = uploadStore('aws-s3', { s3Options: { params: { ...params, ACL: '' } } }, {});
  expect(store).toMatchObject({ kind: 's3', acl: null, client: {} });
});

test('parses the local provider and the cache lifetime of its files', () => {
  expect(uploadStore('local', {}, {})).toEqual({ kind: 'local', provider: 'local', maxAge: 0 });
  expect(uploadStore('local', { localServer: { maxage: 300_000 } }, {})).toMatchObject({
    maxAge: 300_000,
  });
});
