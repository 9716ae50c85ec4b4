// Sends a test request to a webhook (docs/strapi/administration.md, "Webhooks").
import type { Webhook } from './webhooks.ts';

/** Result of a call. */
export interface WebhookResult {
  /** 500 if no response arrived. */
  readonly statusCode: number;
  /** Why it failed: the beginning of the response, or the error. */
  readonly message?: string;
}

/** How long a call may take, in milliseconds. */
const TIMEOUT = 15_000;

/** Characters of a response that are shown. */
const MAX_MESSAGE = 4096;

const TEST_EVENT = 'trigger-test';

/** Sends a test event. Redirects are not followed. @param defaults Headers of all webhooks */
export async function tryWebhook(
  { url, headers }: Pick<Webhook, 'url' | 'headers'>,
  defaults: Readonly<Record<string, string>>,
): Promise<WebhookResult> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: requestHeaders([defaults, headers]),
      body: JSON.stringify({ event: TEST_EVENT, createdAt: new Date().toISOString() }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (response.status < 400) {
      await response.body?.cancel();
      return { statusCode: response.status };
    }
    return { statusCode: response.status, message: await beginningOf(response) };
  } catch (error) {
    return { statusCode: 500, message: error instanceof Error ? error.message : String(error) };
  }
}

/** Each replaces the headers before it, whatever their case is, and those of the event replace all. */
function requestHeaders(each: readonly Readonly<Record<string, string>>[]): Headers {
  const headers = new Headers();
  for (const [name, value] of each.flatMap(Object.entries<string>)) headers.set(name, value);
  headers.set('X-Strapi-Event', TEST_EVENT);
  headers.set('Content-Type', 'application/json');
  return headers;
}

async function beginningOf({ body }: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= MAX_MESSAGE) break;
  }
  return text.slice(0, MAX_MESSAGE);
}
