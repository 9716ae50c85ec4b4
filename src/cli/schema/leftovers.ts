// Describes tables, columns and rows that no schema uses, and what Strapi would do with them.
import type { DatabaseConfig } from '../../project/database-config.ts';
import type {
  UnusedColumn,
  DanglingLinks,
  UnservedRows,
  UnusedTable,
  Leftovers,
  ForeignDrafts,
} from '../../storage/migration/leftovers.ts';

type Client = DatabaseConfig['client'];

/** Lines about what Strapi would delete if it were started on the database. */
export function describeReturnToStrapi(found: Leftovers, client: Client): readonly string[] {
  const deleted = [
    ...found.rows.filter(({ isFromStrapi }) => isFromStrapi).map(describeRows),
    ...found.columns.filter(({ isFromStrapi }) => isFromStrapi).map(describeColumn),
    ...found.tables.filter(({ isFromStrapi }) => isFromStrapi).map(describeTable),
  ];
  const shown = found.rows.filter(({ isFromStrapi }) => !isFromStrapi).map(describeRows);
  return [
    ...section('Going back to Strapi would delete the following data, which Quoin keeps:', deleted),
    ...found.foreignDrafts.flatMap((type) => describeForeignDrafts(type, client)),
    ...section('Strapi would show the following data, which Quoin does not serve:', shown),
  ];
}

/** One line per unused table, column or set of rows. */
export function describeLeftovers(found: Leftovers): readonly string[] {
  return [
    ...found.rows.map(describeRows),
    ...found.columns.map(describeColumn),
    ...found.tables.map(describeTable),
    ...found.links.map(describeLinks),
  ];
}

/** Strapi copies linked documents in parallel; links to drafts that it removes in the meantime fail. */
function describeForeignDrafts(
  { type: { uid }, changed }: ForeignDrafts,
  client: Client,
): readonly string[] {
  return [
    `Strapi last ran without drafts of ${uid}: it would recreate them from the published versions (${counted(changed, 'draft')} with changes), and might fail to start.`,
    'Before you go back, run this SQL, which records that the drafts exist:',
    `  UPDATE strapi_core_store_settings SET value = ${WITH_DRAFTS[client](uid)} WHERE key = 'strapi_content_types_schema';`,
  ];
}

/** SQL that finds Strapi's record of a type with drafts. */
const WITH_DRAFTS: Readonly<Record<Client, (uid: string) => string>> = {
  sqlite: (uid) => `json_set(value, '$."${uid}".options.draftAndPublish', json('true'))`,
  postgres: (uid) => `jsonb_set(value::jsonb, '{${uid},options,draftAndPublish}', 'true')::text`,
};

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
}

function describeRows({ type, what, locale, rows }: UnservedRows): string {
  return what === 'drafts'
    ? `${type.uid}: ${counted(rows, 'draft')} of a type without drafts`
    : `${type.uid}: ${counted(rows, 'entry', 'entries')} in locales other than "${locale}", of a type without locales`;
}

function describeColumn({ table, name, values }: UnusedColumn): string {
  return `column ${table}.${name}, with ${counted(values, 'value')}`;
}

function describeTable({ name, rows }: UnusedTable): string {
  return `table ${name}, with ${counted(rows, 'row')}`;
}

function describeLinks({ table, uid, rows }: DanglingLinks): string {
  return `${counted(rows, 'row')} of ${table} that ${rows === 1 ? 'refers' : 'refer'} to ${uid}, which no longer exists`;
}

function counted(count: number, noun: string, plural: string = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
