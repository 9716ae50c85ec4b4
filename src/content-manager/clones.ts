// Clones of entries (docs/strapi/content-manager.md, "Clones").
import { AppError, notFound } from '../base/errors.ts';
import { cloneData } from '../documents/operations/clone-data.ts';
import type { Attribute, Model } from '../schema/types.ts';
import { componentsOf, type Registry } from '../schema/registry.ts';
import type { EntrySubject } from './entry-access.ts';
import { readOne } from './entry-reader.ts';
import type { EntryResponse } from './entry-view.ts';
import type { DocumentWrite, EntryWrites } from './entry-writes.ts';
import type { ContentManagerDependencies } from './dependencies.ts';
import { clonePopulate } from './populate.ts';
import type { WriteRequests } from './write-requests.ts';
import { bodyObject } from './written-data.ts';
import { editedStatus } from './version-params.ts';

/** Clones entries. */
export class Clones {
  readonly #dependencies: ContentManagerDependencies;
  readonly #requests: WriteRequests;
  readonly #writes: EntryWrites;

  constructor(
    dependencies: ContentManagerDependencies,
    requests: WriteRequests,
    writes: EntryWrites,
  ) {
    this.#dependencies = dependencies;
    this.#requests = requests;
    this.#writes = writes;
  }

  /**
   * Clones a document in one locale, with changes. The source must be readable (docs/strapi/differences.md, D22).
   * @throws AppError
   */
  async clone(
    subject: EntrySubject,
    { documentId, body, query }: DocumentWrite,
  ): Promise<EntryResponse> {
    const { registry, reader } = this.#dependencies;
    const { type } = subject;
    const requests = this.#requests;
    const sent = bodyObject(body);
    const { locale } = await requests.version(subject, { body, query });
    const status = editedStatus(type);
    const version = { documentId, locale, status };
    const rows = await requests.rowsOf(subject, documentId);
    if (!rows.some((row) => locale === null || row.locale === locale)) throw notFound();
    const readable = await requests.access.assertTo(subject, 'read', version);
    const writable = requests.access.toNew(subject, 'create', locale);
    const source = await readOne(
      reader,
      { type, access: readable, fields: 'all', populate: clonePopulate(registry, type) },
      version,
    );
    if (!source) throw notFound();
    const copied = requests.written(subject, writable, cloneData(registry, type, source));
    const changes = requests.written(subject, writable, sent);
    return this.#writes.createFrom(
      subject,
      { locale, status },
      { data: { ...copied, ...changes } },
    );
  }

  /** Clones a document without changes. @throws BadRequestError if the type has attributes that cannot be cloned */
  async cloneUnchanged(subject: EntrySubject, write: DocumentWrite): Promise<EntryResponse> {
    const prohibitedFields = [...uncloneable(this.#dependencies.registry, subject.type, [])];
    if (prohibitedFields.length === 0) return this.clone(subject, { ...write, body: {} });
    throw new AppError(
      'BadRequestError',
      'Entity could not be cloned as it has unique and/or relational fields. Please edit those fields manually and save to complete the cloning.',
      { details: { prohibitedFields } },
    );
  }
}

type Prohibited = readonly [path: readonly string[], reason: 'unique' | 'relation'];

/** Yields attributes whose values must be unique, including those of components. */
function* uncloneable(
  registry: Registry,
  model: Model,
  above: readonly { readonly uid: string; readonly name: string }[],
): Iterable<Prohibited> {
  for (const attribute of model.attributes.values()) {
    const { name } = attribute;
    const path = [...above.map((each) => each.name), name];
    const reason = reasonOf(attribute);
    if (reason) yield [path, reason];
    for (const uid of componentsOf(attribute)) {
      if (above.some((each) => each.uid === uid)) continue;
      yield* uncloneable(registry, registry.model(uid), [...above, { uid, name }]);
    }
  }
}

function reasonOf(attribute: Attribute): Prohibited[1] | null {
  const { kind, raw } = attribute;
  if (kind === 'scalar') {
    return attribute.type === 'uid' || raw['unique'] === true ? 'unique' : null;
  }
  if (kind !== 'relation') return null;
  const isTwoWay = attribute.mappedBy !== undefined || attribute.inversedBy !== undefined;
  return isTwoWay && attribute.relation.startsWith('oneTo') ? 'relation' : null;
}
