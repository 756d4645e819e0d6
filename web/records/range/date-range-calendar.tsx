import { DatePicker } from '@mantine/dates';
import { useEffect, useRef, useState } from 'react';
import '@mantine/dates/styles.layer.css';
import { formatLongDay } from '#contract/calendar/formats.ts';
import { addMonths, getDay, isCalendarDay } from '#contract/calendar/zones.ts';
import { getPresets, isSameRange, toDateRange, toDays, type DateRange } from './date-range.ts';
import { Columns, Stack, Text } from '../../ui/layout/layout.tsx';
import menus from '../../ui/menus.module.css';
import styles from './range.module.css';

interface DateRangeCalendarProps {
  range: DateRange;
  timeZone: string;
  onChoose: (range: DateRange) => void;
}

/** Presets and two months. The first click sets the start of the range, the second its end. */
export function DateRangeCalendar({ range, timeZone, onChoose }: DateRangeCalendarProps) {
  const { first, last } = toDays(range, timeZone);
  const [shown, setShown] = useState<[string | null, string | null]>([first, last]);
  const [now] = useState(() => Date.now());
  const today = getDay(now, timeZone);
  const [begun, ended] = shown;
  const [columns] = useState(() => (window.matchMedia('(max-width: 1023px)').matches ? 1 : 2));
  const presets = useRef<HTMLUListElement>(null);

  // Focused here, because the popover moves the focus before this component is loaded.
  useEffect(() => presets.current?.querySelector('button')?.focus(), []);

  function pick(picked: [string | null, string | null]) {
    setShown(picked);
    const [from, to] = picked;
    if (isCalendarDay(from) && isCalendarDay(to)) onChoose(toDateRange({ first: from, last: to }, timeZone));
  }

  return (
    <Columns of={['auto', 1]} collapse="phone" className={styles.calendar}>
      <Stack
        ref={presets}
        as="ul"
        pad={[3, 2]}
        gap="hair"
        size="field"
        breaks="never"
        className={styles.presets}
        aria-label="Presets"
      >
        {getPresets(timeZone, now).map((preset) => (
          <li key={preset.label}>
            <button
              type="button"
              className={`${menus.option} ${styles.preset}`}
              aria-pressed={isSameRange(preset.range, range)}
              onClick={() => onChoose(preset.range)}
            >
              {preset.label}
            </button>
          </li>
        ))}
      </Stack>
      <div>
        <DatePicker
          type="range"
          className={styles.months}
          numberOfColumns={columns}
          columnsToScroll={1}
          allowSingleDateInRange
          hideOutsideDates
          value={shown}
          onChange={pick}
          defaultDate={addMonths(last, 1 - columns)}
          minDate="2000-01-01"
          maxDate={today}
          getDayProps={(day) => ({ 'data-today': day === today || undefined })}
          getDayAriaLabel={formatLongDay}
          ariaLabels={{
            nextMonth: 'Next month',
            previousMonth: 'Previous month',
            nextYear: 'Next year',
            previousYear: 'Previous year',
            nextDecade: 'Next decade',
            previousDecade: 'Previous decade',
            monthLevelControl: 'Choose a month',
            yearLevelControl: 'Choose a year',
          }}
        />
        <Text size="sm" tone="faint" pad={[2, 4, 3]} role="status">
          {begun !== null && ended === null
            ? `From ${formatLongDay(begun)}. Select an end date.`
            : 'Select a start and end date.'}
        </Text>
      </div>
    </Columns>
  );
}
