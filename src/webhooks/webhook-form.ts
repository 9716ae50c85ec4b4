// Form of a webhook (docs/strapi/administration.md, "Webhooks"). Imported on demand.
import * as yup from 'yup';
import { AppError, validationError } from '../base/errors.ts';
import { isJsonObject } from '../base/json.ts';
import { MAX_FORM_ITEMS } from '../base/limits.ts';
import { checkForm, tooManyItems } from '../forms/check-form.ts';
import { plainText } from '../forms/fields.ts';
import { isPublicUrl } from '../base/public-address.ts';
import { parseUrl } from '../base/urls.ts';
import { type WebhookInput, EVENTS } from './webhooks.ts';

/** Values of a webhook that a client sent. */
export interface SentWebhook extends Omit<WebhookInput, 'isEnabled'> {
  /** Undefined: not sent. */
  readonly isEnabled: boolean | undefined;
}

/** How the body of a webhook is checked. */
export interface WebhookCheck {
  /** If true, addresses of this machine and of its networks are rejected. */
  readonly isProduction: boolean;
  /** If true, the webhook does not exist yet: it cannot be disabled. */
  readonly isNew: boolean;
  /** Called before events are checked. It throws if the webhook does not exist. */
  readonly find?: () => Promise<unknown>;
}

/**
 * Returns the webhook of a body.
 * @throws ValidationError with all errors, or for the first unknown event
 */
export async function checkWebhook(
  body: unknown = {},
  { isProduction, isNew, find }: WebhookCheck,
): Promise<SentWebhook> {
  const form = isProduction ? publicForm : anyForm;
  const sent = await checkForm(isNew ? form : form.shape({ isEnabled: yup.boolean() }), body);
  const { name, url, headers, events } = sent;
  await find?.();
  const unknown = events.find((event) => !EVENTS.has(event));
  if (unknown !== undefined) {
    throw validationError(`Webhook event ${unknown} is not supported`);
  }
  const isEnabled = isJsonObject(body) ? body['isEnabled'] : undefined;
  return {
    name,
    url,
    headers: headersOf(headers),
    events,
    isEnabled: typeof isEnabled === 'boolean' ? isEnabled : undefined,
  };
}

/** Returns the ids of a body, as sent. @throws BadRequestError, ValidationError for too many */
export function checkWebhookIds(body: unknown): readonly unknown[] {
  const ids = isJsonObject(body) ? body['ids'] : undefined;
  if (!Array.isArray(ids) || ids.length === 0) {
    throw new AppError('BadRequestError', 'ids must be an array of id');
  }
  if (ids.length > MAX_FORM_ITEMS) throw tooManyItems();
  return ids;
}

const publicForm = formOf(true);
const anyForm = formOf(false);

function formOf(isProduction: boolean) {
  return yup
    .object()
    .shape({
      name: plainText().max(255).required(),
      url: plainText()
        .test('url', '${path} must be a valid URL', (url) => url === undefined || isWebAddress(url))
        .required()
        .test(
          'public',
          "Url is not supported because it isn't reachable over the public internet",
          (url) => !isProduction || isPublicUrl(url),
        ),
      headers: yup.lazy((sent: unknown) => headersForm(sent)),
      events: yup.array().of(yup.string().required()).required(),
    })
    .noUnknown();
}

function headersForm(sent: unknown) {
  const names = isJsonObject(sent) ? Object.keys(sent) : [];
  return yup
    .object()
    .shape(Object.fromEntries(names.map((name) => [name, header()])))
    .required();
}

/** Text that can be the value of a header. */
function header() {
  return yup
    .string()
    .defined()
    .test(
      'header',
      '${path} must be a valid header',
      (text) => !/[^\t\u0020-\u007e\u0080-\u00ff]/.test(text ?? ''),
    );
}

function headersOf(sent: unknown): Readonly<Record<string, string>> {
  const headers = isJsonObject(sent) ? Object.entries(sent) : [];
  return Object.fromEntries(headers.map(([name, value]) => [name, String(value)]));
}

/**
 * As in Strapi, the scheme and the host must be in lower case, and IPv6 addresses, ports of one digit, spaces and empty
 * labels are rejected.
 */
function isWebAddress(text: string): boolean {
  if (/\s/.test(text) || parseUrl(text) === null) return false;
  const [, authority] = /^https?:\/\/([^/?#]+)/.exec(text) ?? [];
  if (authority === undefined) return false;
  const [host = '', port, ...others] = authority.slice(authority.lastIndexOf('@') + 1).split(':');
  const hasPort = port === undefined || /^\d{2,5}$/.test(port);
  return hasPort && others.length === 0 && isHost(host.replace(/\.$/, ''));
}

function isHost(host: string): boolean {
  return host.split('.').every((label) => {
    const isBounded = !label.startsWith('-') && !label.endsWith('-');
    return isBounded && /^[a-z0-9_\u00a1-\uffff-]+$/.test(label);
  });
}
