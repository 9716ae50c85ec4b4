// Links a new file to an entry by `ref`, `refId` and `field` of an upload (docs/strapi/media.md, "Linking").
import { validationError } from '../base/errors.ts';
import { writeLinks } from '../documents/links/write-links.ts';
import type { WriteContext } from '../documents/write-context.ts';
import type { Registry } from '../schema/registry.ts';
import type { MediaAttribute } from '../schema/types.ts';
import type { WriteSteps } from '../storage/session.ts';

/** A media attribute of a row. */
export interface FileLink {
  readonly uid: string;
  readonly attribute: MediaAttribute;
  readonly row: number;
}

/** The link of an upload, as sent. */
export interface SentLink {
  readonly ref: unknown;
  readonly refId: unknown;
  readonly field: unknown;
}

/**
 * Returns the target of an upload, or null if it is incomplete or no row can have the id.
 * @throws ValidationError for an unknown type or attribute and for an invalid row id (docs/strapi/differences.md, D2)
 */
export function toFileLink(registry: Registry, { ref, refId, field }: SentLink): FileLink | null {
  if ([ref, refId, field].some((each) => each === undefined || each === '')) return null;
  const [uid, id, name] = [toText('ref', ref), toText('refId', refId), toText('field', field)];
  if (!registry.has(uid))
    throw invalidParameter('ref', 'It is not the uid of a content-type or component.');
  const attribute = registry.attribute(uid, name);
  if (attribute?.kind !== 'media')
    throw invalidParameter('field', `It is not a media field of ${uid}.`);
  const row = Number(id);
  if (Number.isNaN(row))
    throw invalidParameter('refId', 'It must be a numeric row id, not a documentId.');
  return Number.isSafeInteger(row) && row > 0 ? { uid, attribute, row } : null;
}

/** Links a file to a row if the row exists. A single media field is replaced; a multiple one is appended to. */
export function* linkFile(context: WriteContext, link: FileLink, file: number): WriteSteps<void> {
  const { uid, attribute, row } = link;
  const { layout, statements } = context;
  const [found] = yield* statements.select(layout.table(uid), {
    columns: ['id'],
    where: [{ column: 'id', is: row }],
  });
  if (!found) return;
  const rows = [file];
  yield* writeLinks(context, { uid, attribute }, [
    {
      row,
      created: false,
      change: attribute.multiple
        ? {
            kind: 'change',
            change: { connect: [{ rows, position: { at: 'end' } }], disconnect: [], strict: false },
          }
        : { kind: 'set', rows: [rows] },
    },
  ]);
}

function toText(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw invalidParameter(name, 'It must be a single string.');
}

function invalidParameter(name: string, reason: string): Error {
  return validationError(`Invalid ${name}. ${reason}`, { key: name, source: 'body' });
}
