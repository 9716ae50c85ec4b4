// Parses `provider` and `providerOptions` of the upload plugin: the local disk or an S3 bucket, with the options of
// Strapi's provider including older forms.
import { toRecord, toText, valueAt, type RawRecord } from '../schema/raw.ts';

/** A configured store. */
export type UploadStore =
  | {
      readonly kind: 'local';
      readonly provider: string;
      /** Cache lifetime of files in browsers, in milliseconds. */
      readonly maxAge: number;
    }
  | S3StoreConfig
  | {
      /** A provider that project code loads. Without code, files can be read but not stored. */
      readonly kind: 'none';
      readonly provider: string;
      readonly reason: string;
    };

/** An S3 bucket. */
export interface S3StoreConfig {
  readonly kind: 's3';
  readonly provider: string;
  readonly bucket: string;
  /** Null for none. */
  readonly acl: string | null;
  /** Base URL of files without a trailing slash; null for the URL of the bucket. */
  readonly baseUrl: string | null;
  /** Folder in the bucket without a trailing slash; empty for none. */
  readonly rootPath: string;
  /** Options of the client, unvalidated. */
  readonly client: RawRecord;
  /** Parameters of each upload and deletion, unvalidated. */
  readonly params: { readonly upload: RawRecord; readonly remove: RawRecord };
}

const LOCAL = new Set(['local', '@strapi/provider-upload-local']);
const S3 = new Set(['aws-s3', '@strapi/provider-upload-aws-s3']);

/** Parses the options of a project. */
export function uploadStore(
  provider: string,
  options: RawRecord,
  actionOptions: RawRecord,
): UploadStore {
  if (LOCAL.has(provider)) {
    const maxAge = valueAt(options, 'localServer.maxage');
    return { kind: 'local', provider, maxAge: typeof maxAge === 'number' ? maxAge : 0 };
  }
  if (S3.has(provider)) return bucketStore(provider, options, actionOptions);
  const reason = `The upload provider "${provider}" runs with project code, in the server only.`;
  return { kind: 'none', provider, reason };
}

/** Warnings about uploads that are not supported. */
export function uploadStoreWarnings(store: UploadStore): readonly string[] {
  if (store.kind !== 'none') return [];
  return [
    `Files can be read, but not stored or removed: ${store.reason} ` +
      'Change upload.config in config/plugins.',
  ];
}

function bucketStore(
  provider: string,
  { baseUrl, rootPath, s3Options, ...older }: RawRecord,
  actionOptions: RawRecord,
): UploadStore {
  const { params, accessKeyId, secretAccessKey, sessionToken, ...client }: RawRecord = {
    ...toRecord(s3Options),
    ...older,
  };
  const { Bucket, ACL = 'public-read', signedUrlExpires: _, ...sent } = toRecord(params);
  const bucket = toText(Bucket);
  const address = toText(baseUrl)?.replace(/\/+$/, '') ?? null;
  const unavailable = (reason: string): UploadStore => ({ kind: 'none', provider, reason });
  if (bucket === undefined) {
    return unavailable('The upload provider needs providerOptions.s3Options.params.Bucket.');
  }
  if (ACL === 'private' && address === null) {
    return unavailable(
      'Quoin does not sign the URLs of a private bucket. ' +
        'Serve the bucket at a providerOptions.baseUrl (a CDN), or use another ACL.',
    );
  }
  const [id, secret] = [toText(accessKeyId), toText(secretAccessKey)];
  const keys =
    id !== undefined && secret !== undefined
      ? { accessKeyId: id, secretAccessKey: secret, ...optional('sessionToken', sessionToken) }
      : undefined;
  return {
    kind: 's3',
    provider,
    bucket,
    acl: toText(ACL) ?? null,
    baseUrl: address,
    rootPath: toText(rootPath)?.replace(/^\/+|\/+$/g, '') ?? '',
    client: { ...(keys ? { credentials: keys } : {}), ...client },
    params: {
      upload: {
        ...sent,
        ...toRecord(actionOptions['upload']),
        ...toRecord(actionOptions['uploadStream']),
      },
      remove: toRecord(actionOptions['delete']),
    },
  };
}

function optional(name: string, value: unknown): RawRecord {
  const text = toText(value);
  return text === undefined ? {} : { [name]: text };
}
