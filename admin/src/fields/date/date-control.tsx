// Segmented inputs for dates and times, with a calendar.
import type { ReactNode } from 'react';
import {
  getLocalTimeZone,
  parseAbsolute,
  parseDate,
  parseTime,
  toCalendarDateTime,
  type CalendarDate,
  type Time,
  type ZonedDateTime,
} from '@internationalized/date';
import { Button } from 'react-aria-components/Button';
import { Calendar, CalendarCell, CalendarGrid } from 'react-aria-components/Calendar';
import { DateInput, DateSegment, DatePicker } from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { Group } from 'react-aria-components/Group';
import { Heading } from 'react-aria-components/Heading';
import { Popover } from 'react-aria-components/Popover';
import { TimeField } from 'react-aria-components/TimeField';
import { useT } from '../../base/i18n.tsx';
import { IconButton } from '../../ui/button.tsx';
import { CalendarIcon, ChevronLeftIcon, ChevronRightIcon, CloseIcon } from '../../ui/icons.tsx';
import type { EditProps } from '../field-kind.ts';
import { textOf } from '../text-kind.ts';
import type { Granularity } from './date.tsx';
import styles from './date-control.module.css';

interface DateControlProps extends EditProps {
  readonly granularity: Granularity;
}

/** Edits a date, a time, or both. */
export function DateControl(props: DateControlProps): ReactNode {
  const t = useT();
  const { value, isReadOnly, onChange, granularity } = props;
  return (
    <div className={styles.row}>
      {granularity === 'time' ? <TimeInput {...props} /> : <PickerInput {...props} />}
      {textOf(value) === '' || isReadOnly ? null : (
        <IconButton
          size="small"
          label={t('date.clear')}
          icon={CloseIcon}
          onPress={() => onChange('')}
        />
      )}
    </div>
  );
}

function TimeInput({ value, control, isReadOnly, onChange }: DateControlProps): ReactNode {
  return (
    <TimeField
      {...ariaOf(control)}
      value={timeOf(textOf(value))}
      isReadOnly={isReadOnly}
      granularity="minute"
      onChange={(time) => onChange(time === null ? '' : `${time.toString().slice(0, 8)}.000`)}
    >
      <Segments />
    </TimeField>
  );
}

function PickerInput({
  value,
  control,
  isReadOnly,
  onChange,
  granularity,
}: DateControlProps): ReactNode {
  const t = useT();
  const isDay = granularity === 'day';
  const text = textOf(value);
  return (
    <DatePicker<CalendarDate | ZonedDateTime>
      {...ariaOf(control)}
      value={isDay ? dayOf(text) : pointOf(text)}
      granularity={isDay ? 'day' : 'minute'}
      hideTimeZone
      isReadOnly={isReadOnly}
      onChange={(next) => onChange(next === null ? '' : printed(next))}
    >
      <Group className={styles.group ?? ''}>
        <DateInput className={styles.input ?? ''}>
          {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
        </DateInput>
        <Button className={styles.open ?? ''} aria-label={t('date.open')}>
          <CalendarIcon />
        </Button>
      </Group>
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <Dialog className={styles.dialog ?? ''} aria-label={t('date.open')}>
          <Calendar>
            <header className={styles.head}>
              <Button slot="previous" className={styles.turn ?? ''}>
                <ChevronLeftIcon />
              </Button>
              <Heading className={styles.month ?? ''} />
              <Button slot="next" className={styles.turn ?? ''}>
                <ChevronRightIcon />
              </Button>
            </header>
            <CalendarGrid className={styles.grid ?? ''}>
              {(day) => <CalendarCell date={day} className={styles.day ?? ''} />}
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  );
}

function Segments(): ReactNode {
  return (
    <DateInput className={`${styles.group} ${styles.input}`}>
      {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
    </DateInput>
  );
}

/** The label of the field labels the group of segments. */
function ariaOf(control: EditProps['control']): {
  readonly 'aria-labelledby': string;
  readonly 'aria-describedby'?: string;
  readonly isInvalid: boolean;
} {
  const described = control['aria-describedby'];
  return {
    'aria-labelledby': control['aria-labelledby'],
    ...(described === undefined ? {} : { 'aria-describedby': described }),
    isInvalid: control['aria-invalid'] === true,
  };
}

/** Pickers with minutes return a time zone only if their value had one. */
function printed(value: CalendarDate | ZonedDateTime): string {
  if ('timeZone' in value) return value.toAbsoluteString();
  if ('hour' in value) return toCalendarDateTime(value).toDate(getLocalTimeZone()).toISOString();
  return value.toString();
}

function dayOf(text: string): CalendarDate | null {
  return orNull(() => parseDate(text.slice(0, 10)));
}

function pointOf(text: string): ZonedDateTime | null {
  return orNull(() => parseAbsolute(text, getLocalTimeZone()));
}

function timeOf(text: string): Time | null {
  return orNull(() => parseTime(text));
}

function orNull<Value>(parse: () => Value): Value | null {
  try {
    return parse();
  } catch {
    return null;
  }
}
