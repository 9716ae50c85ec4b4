// Options of several kinds.
import type { BuilderOption } from './builder-kind.ts';

export const REQUIRED: BuilderOption = {
  input: 'switch',
  key: 'required',
  label: 'types.required',
};

export const UNIQUE: BuilderOption = { input: 'switch', key: 'unique', label: 'types.unique' };

export const PRIVATE: BuilderOption = {
  input: 'switch',
  key: 'private',
  label: 'types.private',
  hint: 'types.privateHint',
};

export const LOCALIZED: BuilderOption = { input: 'localized' };

export const LENGTHS: readonly BuilderOption[] = [
  { input: 'number', key: 'minLength', label: 'types.minLength' },
  { input: 'number', key: 'maxLength', label: 'types.maxLength' },
];

export const LIMITS: readonly BuilderOption[] = [
  { input: 'number', key: 'min', label: 'types.min' },
  { input: 'number', key: 'max', label: 'types.max' },
];

/** Length limits of a list. */
export const COUNTS: readonly BuilderOption[] = [
  { input: 'number', key: 'min', label: 'types.minItems' },
  { input: 'number', key: 'max', label: 'types.maxItems' },
];

export const REGEX: BuilderOption = {
  input: 'text',
  key: 'regex',
  label: 'types.regex',
  hint: 'types.regexHint',
};

/** Options of short and long text. */
export const PLAIN_TEXT: readonly BuilderOption[] = [
  REQUIRED,
  UNIQUE,
  LOCALIZED,
  PRIVATE,
  ...LENGTHS,
  REGEX,
  { input: 'default', of: 'text' },
];
