// Relations of the admin API: what an entry is related to, and what it may be.
import { isJsonObject, numberOr, objectsOf, type JsonObject } from '../base/json.ts';
import type { Client } from './client.ts';

/** The type or component that has the relation, and its field. */
export interface RelationAddress {
  readonly uid: string;
  /** Document id of an entry, row id of a component; null if it is not stored yet. */
  readonly id: string | null;
  readonly field: string;
  /** Null for types without locales. */
  readonly locale: string | null;
}

/** A page of related entries: ids, main field, locale and status. */
export interface RelationPage {
  readonly targets: readonly JsonObject[];
  readonly total: number;
}

/** The query for entries that may be related. */
export interface CandidateQuery {
  readonly text: string;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Row ids. */
  readonly include: readonly number[];
  readonly omit: readonly number[];
}

/** Calls about relations. */
export interface RelationsApi {
  /** The last connected come first. @param address With the id of what is stored */
  related(
    address: RelationAddress,
    page: { readonly page: number; readonly pageSize: number },
  ): Promise<RelationPage>;
  /** Sorted by the main field; without what is related already. */
  candidates(
    address: RelationAddress,
    query: CandidateQuery,
    signal: AbortSignal,
  ): Promise<RelationPage>;
}

/** Creates the calls. */
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
