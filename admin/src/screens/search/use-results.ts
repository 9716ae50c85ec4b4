// Search results: commands and destinations immediately, entries and files after the response of the server.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCalls } from '../../api/api.tsx';
import { createMediaApi } from '../../api/media.ts';
import { createSearchApi } from '../../api/search.ts';
import { stringOr } from '../../base/json.ts';
import type { Command } from '../../base/commands.ts';
import { useTranslations } from '../../base/i18n.tsx';
import { readableTypes, useProject } from '../../editor/project.tsx';
import { matching, merged } from '../../model/search.ts';

/** A destination in the interface. */
export interface Destination {
  readonly label: string;
  /** Path in the interface. */
  readonly to: string;
}

/** A search result: a command, or a destination. */
export interface Result {
  readonly id: string;
  readonly kind: 'command' | 'destination' | 'entry' | 'file';
  readonly label: string;
  /** Type of an entry or shortcut of a command, or empty. */
  readonly note: string;
  readonly command: Command | null;
  /** Null for a command. */
  readonly to: string | null;
  readonly search: Readonly<Record<string, string>>;
}

/** Results for a text. */
export interface Results {
  readonly list: readonly Result[];
  /** True after the response of the server. */
  readonly isComplete: boolean;
}

/** Debounce delay of requests, in milliseconds. */
const DELAY = 120;

/** Maximum number of results. */
const SHOWN = 14;

/** @param own Commands and destinations of the interface */
export function useResults(
  text: string,
  own: { readonly commands: readonly Command[]; readonly destinations: readonly Destination[] },
): Results {
  const search = useCalls(createSearchApi);
  const media = useCalls(createMediaApi);
  const { t, language } = useTranslations();
  const project = useProject();
  const { schema, permissions } = project;
  const wanted = text.trim();
  const delayed = useDelayed(wanted);
  const entries = useQuery({
    queryKey: ['search', delayed],
    queryFn: ({ signal }) => search(delayed, signal),
    enabled: delayed !== '',
    placeholderData: keepPreviousData,
  });
  const files = useQuery({
    queryKey: ['search-files', delayed],
    queryFn: ({ signal }) => media.files({ ...FILES, text: delayed }, signal),
    enabled: delayed !== '' && permissions.mayFiles('read'),
    placeholderData: keepPreviousData,
  });
  const types = readableTypes(project, language);
  const local: readonly Result[] = [
    ...own.commands.map((command) => ({
      id: `command ${command.label}`,
      kind: 'command' as const,
      label: command.label,
      note: command.shortcut ?? '',
      command,
      to: null,
      search: {},
    })),
    ...[
      ...types.map(({ uid, isSingle, displayName }) => ({
        label: displayName,
        to: `/content-manager/${isSingle ? 'single-types' : 'collection-types'}/${uid}`,
      })),
      ...own.destinations,
    ].map((destination) => ({
      ...destination,
      id: `destination ${destination.to}`,
      kind: 'destination' as const,
      note: '',
      command: null,
      search: {},
    })),
    ...types
      .filter(({ uid, isSingle }) => !isSingle && permissions.may('create', uid))
      .map(({ uid, displayName }) => ({
        id: `create ${uid}`,
        kind: 'command' as const,
        label: t('entry.new', { type: displayName }),
        note: '',
        command: null,
        to: `/content-manager/collection-types/${uid}/create`,
        search: {},
      })),
  ];
  const found: readonly Result[] =
    wanted === ''
      ? []
      : [
          ...(entries.data ?? []).map(({ uid, documentId, title, locale }) => ({
            id: `entry ${uid} ${documentId} ${locale ?? ''}`,
            kind: 'entry' as const,
            label: title,
            note: [schema.get(uid)?.displayName ?? uid, locale?.toUpperCase()]
              .filter(Boolean)
              .join(' · '),
            command: null,
            to: `/content-manager/collection-types/${uid}/${documentId}`,
            search: locale === null ? {} : { locale },
          })),
          ...(files.data?.files ?? []).map((file) => ({
            id: `file ${String(file['id'])}`,
            kind: 'file' as const,
            label: stringOr(file['name'], ''),
            note: t('media.title'),
            command: null,
            to: '/plugins/upload',
            search: { _q: stringOr(file['name'], '') },
          })),
        ];
  const isLoaded = (query: typeof entries | typeof files): boolean =>
    !query.isFetching && !query.isPlaceholderData;
  return {
    list: merged(matching(local, wanted), found, wanted).slice(0, SHOWN),
    isComplete: wanted === '' || (delayed === wanted && isLoaded(entries) && isLoaded(files)),
  };
}

const FILES = { folder: null, types: [], isUntitled: false, page: 1, pageSize: 5 } as const;

function useDelayed(text: string): string {
  const [delayed, setDelayed] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), DELAY);
    return () => clearTimeout(timer);
  }, [text]);
  return delayed;
}
