// Replays a recorded case in process: inserts values of earlier responses into requests, and compares the responses.
import { isJsonObject } from '../../src/base/json.ts';
import type { TestResponse, TestApp, TestRequest } from './app.ts';
import {
  findDifference,
  type Json,
  type RecordedResponse,
  type RecordedStep,
} from './comparison.ts';
import { DocumentNames, GeneratedValues } from './generated-values.ts';
import { multipartBody } from './multipart.ts';

export interface RecordedCase {
  readonly name: string;
  readonly project?: string;
  readonly database?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** True: it only reads a given database, so that all values are as recorded. */
  readonly exact?: boolean;
  /** `token` (the default), `none`, or the key to send. */
  readonly auth?: string;
  readonly steps: readonly RecordedStep[];
}

type Saved = ReadonlyMap<string, Json>;

/**
 * One line for each wrong response.
 *
 * @param anyMessage The steps whose error may have another message
 */
export async function play(
  app: TestApp,
  recorded: RecordedCase,
  anyMessage: readonly number[] = [],
): Promise<readonly string[]> {
  const saved = new Map<string, Json>([['token', app.token]]);
  const values = new GeneratedValues();
  const documents = new DocumentNames();
  const wrong: string[] = [];
  for (const [index, step] of recorded.steps.entries()) {
    const url = fillText(step.path, saved);
    const auth = step.auth ?? recorded.auth ?? 'token';
    const response = await app.request(url, requestOf(step, auth, saved));
    const given = toRecorded(response);
    const difference = recorded.exact
      ? findDifference(step, given)
      : findDifference(
          step,
          { ...given, body: values.named(given.body) },
          { documents, anyMessage: anyMessage.includes(index) },
        );
    if (difference !== null) wrong.push(`#${index} ${step.method ?? 'GET'} ${url}: ${difference}`);
    for (const [name, pointer] of Object.entries(step.save ?? {})) {
      const value = pointer === 'cookies' ? cookiesOf(response) : at(given.body, pointer);
      if (value !== undefined) saved.set(name, value);
    }
  }
  return wrong;
}

function requestOf(step: RecordedStep, auth: string, saved: Saved): TestRequest {
  const filled = Object.entries(step.headers ?? {}).map(
    ([name, value]) => [name, fillText(value, saved)] as const,
  );
  const { authorization = credentials(auth, saved), ...headers } = Object.fromEntries(filled);
  const { body, contentType } = bodyOf(step, saved);
  // As clients send it that were recorded.
  const isEmptyWrite = body === null && ['POST', 'PUT', 'PATCH'].includes(step.method ?? 'GET');
  return {
    method: (step.method ?? 'GET') as NonNullable<TestRequest['method']>,
    authorization,
    headers: {
      ...(contentType === null ? {} : { 'content-type': contentType }),
      ...(isEmptyWrite ? { 'content-length': '0' } : {}),
      ...headers,
    },
    ...(body === null ? {} : { body }),
  };
}

function credentials(auth: string, saved: Saved): string | null {
  if (auth === 'none') return null;
  return `Bearer ${fillText(auth === 'token' ? '{{token}}' : auth, saved)}`;
}

interface SentBody {
  readonly body: string | Buffer | null;
  readonly contentType: string | null;
}

function bodyOf({ multipart, raw, body }: RecordedStep, saved: Saved): SentBody {
  if (multipart) {
    return multipartBody(multipart.map(([name, value]) => [name, fill(value, saved)] as const));
  }
  if (raw !== undefined) {
    return { body: fillText(raw, saved), contentType: 'text/plain;charset=UTF-8' };
  }
  if (body === undefined) return { body: null, contentType: null };
  return { body: JSON.stringify(fill(body, saved)), contentType: 'application/json' };
}

/** `{{name}}` alone is the saved value as it was; inside a text it is text. What was not saved stays. */
function fill(value: Json, saved: Saved): Json {
  if (typeof value === 'string') {
    const name = /^\{\{([\w.]+)\}\}$/.exec(value)?.[1];
    return name === undefined ? fillText(value, saved) : (saved.get(name) ?? value);
  }
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, v]) => [key, fill(v, saved)]));
  }
  return Array.isArray(value) ? value.map((item: Json) => fill(item, saved)) : value;
}

function fillText(text: string, saved: Saved): string {
  return text.replaceAll(/\{\{([\w.]+)\}\}/g, (all, name: string) =>
    String(saved.get(name) ?? all),
  );
}

/** The response, as it would have been recorded. */
function toRecorded({ status, headers, text, json }: TestResponse): RecordedResponse {
  const type = String(headers['content-type']);
  if (text === '') return { status, body: null };
  if (type.includes('json')) return { status, body: json<Json>() };
  return { status, body: text.length > 200 ? `<${text.length} characters of ${type}>` : text };
}

/** The header with which a browser returns the cookies of a response. */
function cookiesOf({ headers }: TestResponse): string {
  const set = headers['set-cookie'] ?? [];
  return (Array.isArray(set) ? set : [String(set)])
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ');
}

function at(body: Json, pointer: string): Json | undefined {
  return pointer
    .split('/')
    .slice(1)
    .reduce<Json | undefined>(
      (value, key) =>
        typeof value === 'object' && value !== null ? (value as JsonChildren)[key] : undefined,
      body,
    );
}

/** Objects by key, and lists by index. */
type JsonChildren = Readonly<Record<string, Json | undefined>>;
