// Relations API: existing and possible targets of a relation.
import { isJsonObject, numberOr, objectsOf, type JsonObject } from '../base/json.ts';
import type { Client } from './client.ts';

/** Address of a relation field. */
export interface RelationAddress {
  readonly uid: string;
  /** documentId of an entry or row id of a component; null if it is not stored yet. */
  readonly id: string | null;
  readonly field: string;
  /** Null for types without locales. */
  readonly locale: string | null;
}

/** A page of related entries with ids, main field, locale and status. */
export interface RelationPage {
  readonly targets: readonly JsonObject[];
  readonly total: number;
}

/** Query for possible targets. */
export interface CandidateQuery {
  readonly text: string;
  /** 1-based. */
  readonly page: number;
  readonly pageSize: number;
  /** Row ids. */
  readonly include: readonly number[];
  readonly omit: readonly number[];
}

/** Relation calls. */
export interface RelationsApi {
  /** Loads existing targets in reverse order. @param address Address with the id of the owner */
  related(
    address: RelationAddress,
    page: { readonly page: number; readonly pageSize: number },
  ): Promise<RelationPage>;
  /** Loads possible targets, sorted by the main field, without existing ones. */
  candidates(
    address: RelationAddress,
    query: CandidateQuery,
    signal: AbortSignal,
  ): Promise<RelationPage>;
}

/** Creates the relation calls. */
export function createRelationsApi({ request }: Client): RelationsApi {
  return {
    async related({ uid, id, field, locale }, page) {
      const path = [
        '/content-manager/relations',
        ...[uid, id ?? '', field].map(encodeURIComponent),
      ];
      const { body } = await request('GET', path.join('/'), { query: { ...page, locale } });
      return pageOf(body);
    },
    async candidates({ uid, id, field, locale }, { text, page, pageSize, include, omit }, signal) {
      const path = ['/content-manager/relations', ...[uid, field].map(encodeURIComponent)];
      const { body } = await request('GET', path.join('/'), {
        query: {
          page,
          pageSize,
          locale,
          ...(text === '' ? {} : { _q: text }),
          ...(id === null ? {} : { id }),
          'idsToInclude[]': include.map(String),
          'idsToOmit[]': omit.map(String),
        },
        signal,
      });
      return pageOf(body);
    },
  };
}

function pageOf(body: unknown): RelationPage {
  const content = isJsonObject(body) ? body : {};
  const targets = objectsOf(content['results']);
  const pagination = isJsonObject(content['pagination']) ? content['pagination'] : {};
  return { targets, total: numberOr(pagination['total'], targets.length) };
}
