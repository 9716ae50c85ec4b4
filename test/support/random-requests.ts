// Random write requests: existing, new and unknown documents, valid and broken bodies in every content type, and
// queries.
import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject } from '../../src/base/json.ts';
import type { ContentType } from '../../src/schema/types.ts';
import { made, type InitialRow, type RandomEntries } from './random-bodies.ts';
import { anyValue, toJson } from './random-values.ts';

/** A request; `{{uid n}}` in it is a document that the run has created (see `made`). */
export interface RandomRequest {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  /** uid of the type that is written. */
  readonly uid: string;
  /** Of the type: `/api/authors`. */
  readonly path: string;
  /** Null where the path is that of a list or of a single type. */
  readonly documentId: string | null;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null: no body. Bytes are those of the text in Latin-1. */
  readonly body: string | null;
  readonly bytes: boolean;
}

interface SentBody {
  readonly body: string | null;
  readonly type: string | null;
  readonly bytes?: boolean;
}

const QUERIES = [
  '',
  'populate=*',
  'fields=id',
  'fields[0]=documentId&populate=*',
  'status=draft',
  'status=x',
  'locale=fr',
  'locale=*',
  'populate=foo',
  'populate[0]=__proto__',
  'filters[x]=1',
  'sort=x',
  'pagination[page]=-1',
  'x=1',
  '_q=a',
  'fields=%00',
  '%zz&[=',
];

const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=latin1',
  'application/JSON',
  'application/json;;',
  'application/vnd.api+json',
  'application/x+json',
  'text/json',
  'text/plain',
  'text/html',
  'application/xml',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'multipart/mixed; boundary=x',
  'x',
];

const DOCUMENT_IDS =
  "unknown 1 0 -1 1e3 null %00 a%00b %ED%A0%80 %C3%A9 .. %2e%2e %2F __proto__ constructor ' %22 %25"
    .split(' ')
    .concat('', 'x'.repeat(300));

/** Requests to these types. */
export function randomRequest(
  types: readonly ContentType[],
  entries: RandomEntries,
  rows: (uid: string) => readonly InitialRow[],
): fc.Arbitrary<RandomRequest> {
  return fc.oneof(
    ...types.map((type) =>
      fc
        .record({
          action: fc.constantFrom<RandomRequest['method']>(
            ...(['POST', 'POST', 'POST', 'PUT', 'PUT', 'PUT', 'DELETE'] as const),
          ),
          documentId: documentIdOf(type, rows(type.uid)),
          query: fc.oneof(
            { weight: 9, arbitrary: fc.constantFrom('', 'populate=*') },
            { weight: 1, arbitrary: fc.constantFrom(...QUERIES) },
          ),
          sent: sentBody(entries.entry(type.uid)),
          isV4: fc.integer({ min: 0, max: 19 }).map((n) => n === 19),
        })
        .map(({ action, documentId, query, sent, isV4 }): RandomRequest => {
          const isSingle = type.kind === 'singleType';
          const method = isSingle && action === 'POST' ? 'PUT' : action;
          const { body, type: contentType, bytes = false } = sent;
          return {
            method,
            uid: type.uid,
            path: `/api/${isSingle ? type.singularName : type.pluralName}`,
            documentId: isSingle || method === 'POST' ? null : documentId,
            query,
            headers: {
              ...(contentType === null ? {} : { 'content-type': contentType }),
              ...(isV4 ? { 'strapi-response-format': 'v4' } : {}),
            },
            body: method === 'DELETE' ? null : body,
            bytes,
          };
        }),
    ),
  );
}

function documentIdOf({ uid }: ContentType, rows: readonly InitialRow[]): fc.Arbitrary<string> {
  const known = rows.flatMap(({ documentId }) => documentId ?? []);
  return fc.oneof(
    { weight: 5, arbitrary: known.length > 0 ? fc.constantFrom(...known) : fc.constant('none') },
    { weight: 2, arbitrary: fc.nat(8).map((n) => made(uid, n)) },
    { weight: 1, arbitrary: fc.constantFrom(...DOCUMENT_IDS) },
  );
}

function sentBody(entry: fc.Arbitrary<JsonValue>): fc.Arbitrary<SentBody> {
  const body = entry.map((data): JsonObject => ({ data }));
  const text = body.map(toJson);
  return fc.oneof(
    {
      weight: 50,
      arbitrary: text.map((json): SentBody => ({ body: json, type: 'application/json' })),
    },
    {
      weight: 1,
      arbitrary: fc
        .oneof(
          anyValue,
          anyValue.map((data): JsonValue => ({ data })),
        )
        .map((value): SentBody => ({ body: toJson(value), type: 'application/json' })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(text, fc.constantFrom(...TYPES))
        .map(([json, type]): SentBody => ({ body: json, type })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(text, fc.nat(), fc.constantFrom('', '"', ',', '}', '\\u', '\u0000', 'é'))
        .map(broken),
    },
    { weight: 1, arbitrary: body.map((value) => formBody(fieldsOf(value))) },
    { weight: 1, arbitrary: body.map((value) => multipart(fieldsOf(value))) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<SentBody>(
        { body: null, type: null },
        { body: '', type: 'application/json' },
        { body: '{"data":{"name":"a","name":"b","__proto__":{"x":1}}}', type: 'application/json' },
        { body: '\u00ef\u00bb\u00bf{"data":{}}', type: 'application/json', bytes: true },
        { body: '{"data":{"name":"\u00ff\u00fe\u00c3"}}', type: 'application/json', bytes: true },
        {
          body: 'data[__proto__][x]=1&data[name]=a&data[name]=b',
          type: 'application/x-www-form-urlencoded',
        },
        { body: `data${'[a]'.repeat(100)}=1`, type: 'application/x-www-form-urlencoded' },
        { body: '--x\r\n\r\n\r\n--x--', type: 'multipart/form-data; boundary=x' },
        {
          body: '--x\r\ncontent-disposition: form-data; name="data[name]"\r\n\r\na',
          type: 'multipart/form-data; boundary=x',
        },
      ),
    },
  );
}

/** A text with something put in, or cut off. */
function broken([json, place, piece]: readonly [string, number, string]): SentBody {
  const at = place % (json.length + 1);
  const body = piece === '' ? json.slice(0, at) : `${json.slice(0, at)}${piece}${json.slice(at)}`;
  return { body, type: 'application/json' };
}

/** Names and texts of a form: `data[tags][0]`. */
function fieldsOf(value: JsonValue, name = ''): readonly (readonly [string, string])[] {
  const children: readonly (readonly [string, JsonValue])[] = Array.isArray(value)
    ? value.map((item: JsonValue, i) => [String(i), item] as const)
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  if (children.length === 0)
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
  return children.flatMap(([key, child]) => fieldsOf(child, name === '' ? key : `${name}[${key}]`));
}

function formBody(fields: readonly (readonly [string, string])[]): SentBody {
  const pairs = fields.map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return { body: pairs.join('&'), type: 'application/x-www-form-urlencoded' };
}

function multipart(fields: readonly (readonly [string, string])[]): SentBody {
  const parts = fields.map(
    ([name, value]) =>
      `--b0\r\ncontent-disposition: form-data; name="${name.replaceAll(/["\r\n]/g, '_')}"\r\n\r\n${value}\r\n`,
  );
  return { body: `${parts.join('')}--b0--\r\n`, type: 'multipart/form-data; boundary=b0' };
}

/** Brackets and the marks of made documents stay. */
function encoded(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '?'))
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll(
      /%7B%7B(.+?)%20(\d+)%7D%7D/g,
      (_all, uid: string, n: string) => `{{${decodeURIComponent(uid)} ${n}}}`,
    );
}
