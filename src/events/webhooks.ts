// In charge of the webhooks that an administrator of Strapi set up. They are not called yet: a start names them.
import type { Reading } from '../storage/database.ts';

/** The names of the webhooks that are switched on, by id. */
export function* enabledWebhooks(): Reading<readonly string[]> {
  const [rows = []] = yield [
    { sql: 'select name from strapi_webhooks where enabled order by id', values: [] },
  ];
  return rows.map(([name]) => String(name));
}
