// Form of a webhook (docs/strapi/administration.md, "Webhooks"). Imported on demand.
import { BlockList, isIP } from 'node:net';
import * as yup from 'yup';
import { validationError } from '../base/errors.ts';
import { isJsonObject } from '../base/json.ts';
import { checkForm } from '../forms/check-form.ts';
import { plainText } from '../forms/plain-text.ts';
import type { WebhookInput } from './webhooks.ts';

/** Events that a webhook can subscribe to. */
const EVENTS: ReadonlySet<string> = new Set([
  'entry.create',
  'entry.update',
  'entry.delete',
  'entry.publish',
  'entry.unpublish',
  'entry.draft-discard',
  'media.create',
  'media.update',
  'media.delete',
  'releases.publish',
  'review-workflows.updateEntryStage',
]);

/**
 * Returns the webhook of a body.
 * @param isProduction If true, addresses of this machine and of its networks are refused
 * @throws ValidationError with all errors, or for the first unknown event
 */
export async function checkWebhook(
  body: unknown = {},
  isProduction: boolean = true,
): Promise<WebhookInput> {
  const sent = await checkForm(isProduction ? publicForm : anyForm, body);
  const { name, url, headers, events, isEnabled = true } = sent;
  const unknown = events.find((event) => !EVENTS.has(event));
  if (unknown !== undefined) {
    throw validationError(`Webhook event ${unknown} is not supported`);
  }
  return { name, url, headers: headersOf(headers), events, isEnabled };
}

const publicForm = formOf(true);
const anyForm = formOf(false);

function formOf(isProduction: boolean) {
  return yup
    .object()
    .shape({
      name: plainText().max(255).required(),
      url: plainText()
        .test('url', '${path} must be a valid URL', (url) => !url || isWebAddress(url))
        .required()
        .test(
          'public',
          "Url is not supported because it isn't reachable over the public internet",
          (url) => !isProduction || isPublic(url),
        ),
      headers: yup.lazy((sent: unknown) => headersForm(sent)),
      events: yup.array().of(yup.string().required()).required(),
      isEnabled: yup.boolean(),
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
    .required()
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

/** As in Strapi, IPv6 addresses and ports of one digit are refused. */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port } = new URL(text);
  return /^https?:$/.test(protocol) && !hostname.startsWith('[') && port.length !== 1;
}

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  PRIVATE.addSubnet(network, prefix);
}

/** False for an address of this machine or of a private network, and for what is no URL. */
function isPublic(text: string | undefined): boolean {
  if (text === undefined || !URL.canParse(text)) return false;
  const { hostname } = new URL(text);
  if (/(?:^|\.)localhost\.?$/i.test(hostname)) return false;
  return isIP(hostname) !== 4 || !PRIVATE.check(hostname);
}
