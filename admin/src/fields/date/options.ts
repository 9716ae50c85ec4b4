// Type builder options of dates and times.
import type { BuilderKind } from '../builder/builder-kind.ts';
import { LOCALIZED, PRIVATE, REQUIRED, UNIQUE } from '../builder/shared-options.ts';
import { KIND_ICONS } from '../builder/kind-icons.tsx';

export const dateOptions: BuilderKind = {
  kind: 'date',
  name: 'kind.date',
  hint: 'kindHint.date',
  icon: KIND_ICONS.date,
  initial: {},
  options: [REQUIRED, UNIQUE, LOCALIZED, PRIVATE, { input: 'default', of: 'date' }],
  isInComponents: true,
  isScalar: true,
};

export const timeOptions: BuilderKind = {
  kind: 'time',
  name: 'kind.time',
  hint: 'kindHint.time',
  icon: KIND_ICONS.time,
  initial: {},
  options: [REQUIRED, UNIQUE, LOCALIZED, PRIVATE, { input: 'default', of: 'time' }],
  isInComponents: true,
  isScalar: true,
};

export const datetimeOptions: BuilderKind = {
  kind: 'datetime',
  name: 'kind.datetime',
  hint: 'kindHint.datetime',
  icon: KIND_ICONS.datetime,
  initial: {},
  options: [REQUIRED, UNIQUE, LOCALIZED, PRIVATE, { input: 'default', of: 'datetime' }],
  isInComponents: true,
  isScalar: true,
};
