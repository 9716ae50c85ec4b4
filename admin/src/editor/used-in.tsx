// Entries with relations to the open entry, requested when the list is opened.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState, type ReactNode } from 'react';
import { useApi } from '../api/api.tsx';
import type { ContentApi } from '../api/content.ts';
import { hasStatus } from '../api/errors.ts';
import { stringOr, type JsonObject } from '../base/json.ts';
import { useT } from '../base/i18n.tsx';
import { labelOfName } from '../model/layout.ts';
import { relationPaths } from '../model/relation-paths.ts';
import { parseRelation } from '../model/relations.ts';
import type { ContentType } from '../model/schema.ts';
import { ChevronDownIcon } from '../ui/icons.tsx';
import { readableTypes, useProject } from './project.tsx';
import { useEntrySession, useEntryState } from './session-context.tsx';
import styles from './used-in.module.css';

/** Maximum number of entries per relation. */
const SHOWN = 5;

/** A relation to the type of the open entry. */
interface Origin {
  readonly type: ContentType;
  /** Path of the field, including components. */
  readonly path: readonly string[];
}

/** Last section of the details. */
export function UsedIn(): ReactNode {
  const t = useT();
  const id = useId();
  const project = useProject();
  const { uid } = useEntrySession();
  const documentId = useEntryState((state) => state.documentId);
  const [isOpen, setOpen] = useState(false);
  const origins = readableTypes(project, 'en').flatMap((type) =>
    relationPaths(type.attributes, { target: uid, components: project.components })
      // Single types cannot be filtered as a list, and relations in their components are only counted.
      .filter((path) => path.length === 1 || !type.isSingle)
      // The server drops filters on unreadable fields and would return all entries.
      .filter((path) => project.permissions.mayReadPath(type.uid, path))
      .map((path): Origin => ({ type, path })),
  );
  if (documentId === null || origins.length === 0) return null;
  return (
    <section className={styles.usedIn}>
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {t('usedIn.title')}
          <ChevronDownIcon size={14} />
        </button>
      </h2>
      <div id={id}>{isOpen ? <Uses origins={origins} documentId={documentId} /> : null}</div>
    </section>
  );
}

function Uses({
  origins,
  documentId,
}: {
  readonly origins: readonly Origin[];
  readonly documentId: string;
}): ReactNode {
  const t = useT();
  const { content } = useApi();
  const uses = useQuery({
    queryKey: ['uses', documentId, origins.map(keyOf)],
    queryFn: () => Promise.all(origins.map((origin) => usesOf(content, origin, documentId))),
    staleTime: 0,
  });
  if (uses.error) {
    return (
      <p role="alert">
        {t('failure.title')}{' '}
        <button type="button" onClick={() => void uses.refetch()}>
          {t('again')}
        </button>
      </p>
    );
  }
  if (!uses.data) return <span aria-busy="true" className="visually-hidden" />;
  const found = uses.data.filter(({ total }) => total > 0);
  if (found.length === 0) return <p>{t('usedIn.none')}</p>;
  return (
    <ul>
      {found.flatMap(({ type, path, entries, total }) => [
        ...entries.map((entry) => (
          <Use
            key={`${keyOf({ type, path })} ${String(entry['id'])}`}
            type={type}
            path={path}
            entry={entry}
          />
        )),
        ...(total > entries.length
          ? [
              <li key={keyOf({ type, path })}>
                <Link
                  to="/content-manager/collection-types/$uid"
                  params={{ uid: type.uid }}
                  search={{ filter: [`${path.join('.')}.documentId~eq~${documentId}`] }}
                >
                  {t('usedIn.all', { count: total })}
                </Link>
              </li>,
            ]
          : []),
      ])}
    </ul>
  );
}

function keyOf({ type, path }: Origin): string {
  return `${type.uid} ${path.join('.')}`;
}

function Use({ type, path, entry }: Origin & { readonly entry: JsonObject }): ReactNode {
  const documentId = stringOr(entry['documentId'], '');
  const title = stringOr(entry[titleField(type)], '') || type.displayName;
  const locale = stringOr(entry['locale'], '');
  const search = locale === '' ? {} : { locale };
  return (
    <li>
      {type.isSingle ? (
        <Link to="/content-manager/single-types/$uid" params={{ uid: type.uid }} search={search}>
          {title}
        </Link>
      ) : (
        <Link
          to="/content-manager/collection-types/$uid/$documentId"
          params={{ uid: type.uid, documentId }}
          search={search}
        >
          {title}
        </Link>
      )}
      <small>{path.map(labelOfName).join(' › ')}</small>
    </li>
  );
}

/** Returns the first short text attribute of a type. */
function titleField({ attributes }: ContentType): string {
  return [...attributes.values()].find(({ type }) => type === 'string')?.name ?? 'documentId';
}

async function usesOf(
  content: ContentApi,
  { type, path }: Origin,
  documentId: string,
): Promise<Origin & { readonly entries: readonly JsonObject[]; readonly total: number }> {
  if (type.isSingle) {
    const entries = await usesInSingle(content, { type, path }, documentId);
    return { type, path, entries, total: entries.length };
  }
  const query = {
    [`filters[${path.join('][')}][documentId][$eq]`]: documentId,
    page: 1,
    pageSize: SHOWN,
  };
  const { entries, total } = await content.find(type.uid, query);
  return { type, path, entries, total };
}

/** Returns the entry of a single type if it has the relation. */
async function usesInSingle(
  content: ContentApi,
  { type, path: [field = ''] }: Origin,
  documentId: string,
): Promise<readonly JsonObject[]> {
  const address = { uid: type.uid, isSingle: true, documentId: null, locale: null };
  try {
    const { entry } = await content.read(address);
    const { items } = parseRelation(entry[field]);
    return items?.some((each) => each.documentId === documentId) === true ? [entry] : [];
  } catch (error) {
    // Does not exist yet, or is not readable.
    if (hasStatus(error, 404) || hasStatus(error, 403)) return [];
    throw error;
  }
}
