// Reads the webhooks that an administrator of Strapi created. They are not called yet; a start lists them.
import type { ReadSteps } from '../storage/database.ts';

/** Returns the names of the enabled webhooks, by id. */
export function* enabledWebhooks(): ReadSteps<readonly string[]> {
  const [rows = []] = yield [
    { sql: 'select name from strapi_webhooks where enabled order by id', values: [] },
  ];
  return rows.map(([name]) => String(name));
}
