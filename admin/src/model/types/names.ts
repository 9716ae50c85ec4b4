// Names of types, components and attributes: conversion and validation.
import type { Draft, DraftField, DraftModel } from './draft.ts';

/** Reserved names; `*` matches any text. */
export interface ReservedNames {
  readonly models: readonly string[];
  readonly attributes: readonly string[];
}

/** Issue of a name, or null. */
export type NameIssue = 'empty' | 'form' | 'reserved' | 'taken' | 'same' | null;

const FIELD = /^[A-Za-z][_0-9A-Za-z]*$/;
const KEBAB = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const CATEGORY = /^[A-Za-z][-_0-9A-Za-z]*$/;

/** Converts a name to snake case, as the server does for comparisons. */
export function snakeCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
}

/** Converts a text to a part of a uid: `Blog post` -> `blog-post`. Empty without Latin letters. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[-0-9]+|-+$/g, '');
}

/** Returns the plural of an English name. */
export function pluralOf(name: string): string {
  if (name === '') return '';
  if (/(?:s|x|z|ch|sh)$/.test(name)) return `${name}es`;
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return `${name}s`;
}

/** Converts a text to an attribute name: `Main picture` -> `mainPicture`. */
export function attributeNameOf(text: string): string {
  return slugOf(text).replaceAll(/-([a-z0-9])/g, (_, next: string) => next.toUpperCase());
}

/** API names of a type. */
export function namesOf(model: DraftModel): { readonly singular: string; readonly plural: string } {
  const singular = model.singularName ?? slugOf(model.displayName);
  return { singular, plural: model.pluralName ?? pluralOf(singular) };
}

/** Returns the path of the entries of a type in the REST API, without the prefix. */
export function restPathOf(model: DraftModel): string {
  const { singular, plural } = namesOf(model);
  return `/${model.kind === 'singleType' ? singular : plural}`;
}

/** Returns the uid of a model after the change. */
export function uidOf(model: DraftModel): string {
  const { from, kind, category, displayName } = model;
  if (kind === 'component') {
    const name = from === null ? slugOf(displayName) : from.slice(from.indexOf('.') + 1);
    return `${category}.${name}`;
  }
  const { singular } = namesOf(model);
  return from !== null && from.endsWith(`.${singular}`) ? from : `api::${singular}.${singular}`;
}

/** Validates the name of an attribute. */
export function fieldNameIssue(
  name: string,
  { fields }: Pick<DraftModel, 'fields'>,
  { reserved, id }: { readonly reserved: ReservedNames; readonly id: string },
): NameIssue {
  if (name === '') return 'empty';
  if (!FIELD.test(name)) return 'form';
  if (isReserved(name, reserved.attributes)) return 'reserved';
  const snake = snakeCase(name);
  const isTaken = fields.some((other) => other.id !== id && snakeCase(other.name) === snake);
  return isTaken ? 'taken' : null;
}

/** Issues of a model's names, by property. */
export interface ModelIssues {
  readonly displayName: NameIssue;
  readonly singularName: NameIssue;
  readonly pluralName: NameIssue;
  readonly category: NameIssue;
}

/** Validates the names of a model. */
export function modelIssues(model: DraftModel, draft: Draft, reserved: ReservedNames): ModelIssues {
  const displayName = model.displayName.trim() === '' ? 'empty' : null;
  const none = { displayName, singularName: null, pluralName: null, category: null } as const;
  if (model.kind === 'component') {
    const isTaken = Object.values(draft.models).some(
      (other) =>
        other.id !== model.id && other.kind === 'component' && uidOf(other) === uidOf(model),
    );
    const hasName = model.from !== null || slugOf(model.displayName) !== '';
    return {
      ...none,
      displayName: displayName ?? (!hasName ? 'form' : isTaken ? 'taken' : null),
      category: model.category === '' ? 'empty' : CATEGORY.test(model.category) ? null : 'form',
    };
  }
  // Types of plugins keep their names.
  if (model.from !== null && !model.from.startsWith('api::')) return none;
  const { singular, plural } = namesOf(model);
  const others = Object.values(draft.models).filter(
    ({ id, kind }) => id !== model.id && kind !== 'component',
  );
  const used = others.flatMap((other) => Object.values(namesOf(other)));
  const check = (name: string): NameIssue => {
    if (name === '') return 'empty';
    if (!KEBAB.test(name)) return 'form';
    if (isReserved(name, reserved.models)) return 'reserved';
    return used.includes(name) ? 'taken' : null;
  };
  return {
    ...none,
    singularName: check(singular),
    pluralName: check(plural) ?? (singular === plural ? 'same' : null),
  };
}

/** Returns an unused name derived from another one: `title`, `title2`, `title3`. */
export function unusedName(wanted: string, { fields }: Pick<DraftModel, 'fields'>): string {
  const used = new Set(fields.map(({ name }: DraftField) => snakeCase(name)));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}${number}`;
    if (!used.has(snakeCase(name))) return name;
  }
}

function isReserved(name: string, list: readonly string[]): boolean {
  const snake = snakeCase(name);
  return list.some((reserved) =>
    reserved.endsWith('*')
      ? [name, snake].some((each) => each.startsWith(reserved.slice(0, -1)))
      : reserved === name || snakeCase(reserved) === snake,
  );
}
