// Dates, times, and timestamps.
import type { ReactNode } from 'react';
import { parseTime } from '../../base/time.ts';
import { inputClass } from '../../ui/field.tsx';
import type { EditProps, FieldKind } from '../field-kind.ts';
import { loadedControl, useLoadedControl } from '../loaded-control.ts';
import { TEXT_KIND, textOf } from '../text-kind.ts';

/** Loaded with the first field that needs it, because calendars are large. */
const dateControl = loadedControl(async () => (await import('./date-control.tsx')).DateControl);

const COMPARISONS = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$null', '$notNull'] as const;

/** Date without a time. */
export const date: FieldKind = {
  ...TEXT_KIND,
  kind: 'date',
  text: (value, tag) => {
    const day = parseTime(`${textOf(value)}T00:00:00`);
    return day?.toLocaleDateString(tag, { dateStyle: 'medium' }) ?? textOf(value);
  },
  filter: { input: 'date', operators: COMPARISONS },
  Edit: (props) => <DateInput {...props} granularity="day" />,
};

/** Time of day. */
export const time: FieldKind = {
  ...TEXT_KIND,
  kind: 'time',
  text: (value) => textOf(value).replace(/:00(?:\.0+)?$/, ''),
  filter: null,
  Edit: (props) => <DateInput {...props} granularity="time" />,
};

/** Timestamp, shown in the time zone of the device. */
export const datetime: FieldKind = {
  ...TEXT_KIND,
  kind: 'datetime',
  text: (value, tag) =>
    parseTime(value)?.toLocaleString(tag, { dateStyle: 'medium', timeStyle: 'short' }) ??
    textOf(value),
  filter: { input: 'datetime', operators: COMPARISONS },
  Edit: (props) => <DateInput {...props} granularity="minute" />,
};

/** Parts of a date field. */
export type Granularity = 'day' | 'time' | 'minute';

function DateInput(props: EditProps & { readonly granularity: Granularity }): ReactNode {
  const { id, ...described } = props.control;
  const DateControl = useLoadedControl(dateControl);
  return DateControl ? (
    <DateControl {...props} />
  ) : (
    <input id={id} {...described} className={inputClass} readOnly value={textOf(props.value)} />
  );
}
