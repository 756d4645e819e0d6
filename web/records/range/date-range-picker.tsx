import { Popover } from '@mantine/core';
import { lazy, Suspense, useId, useState } from 'react';
import { describeZones } from '#contract/calendar/zone-names.ts';
import { formatLongDate } from '#contract/calendar/formats.ts';
import { CalendarIcon, ChevronDownIcon } from '../../ui/drawings/icons.tsx';
import { isSameRange, type DateRange } from './date-range.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import menus from '../../ui/menus.module.css';
import styles from './range.module.css';

const loadCalendar = () => import('./date-range-calendar.tsx');
const DateRangeCalendar = lazy(async () => ({ default: (await loadCalendar()).DateRangeCalendar }));

interface DateRangePickerProps {
  range: DateRange;
  /** Time zone of the company, shown beside the range. */
  timeZone: string;
  onChange: (range: DateRange) => void;
}

/** A button with the range, which opens the lazily loaded calendar. */
export function DateRangePicker({ range, timeZone, onChange }: DateRangePickerProps) {
  const [opened, setOpened] = useState(false);
  const from = formatLongDate(range.from, timeZone);
  const to = formatLongDate(range.to, timeZone);
  const titleId = useId();
  const preload = () => void loadCalendar().catch(() => undefined);

  function choose(chosen: DateRange) {
    setOpened(false);
    if (!isSameRange(chosen, range)) onChange(chosen);
  }

  return (
    <Row gap={3} shrink className={styles.picker}>
      <Popover opened={opened} onChange={setOpened} position="bottom-start" offset={6} trapFocus returnFocus>
        <Popover.Target>
          <button
            type="button"
            className={menus.button}
            data-field
            aria-label={`Date range: ${from} – ${to}`}
            onClick={() => setOpened(!opened)}
            onPointerEnter={preload}
            onFocus={preload}
          >
            <CalendarIcon size={18} />
            <span>
              <span>{`${from} `}</span>
              <span aria-hidden="true">–</span>
              <span>{` ${to}`}</span>
            </span>
            <ChevronDownIcon size={16} />
          </button>
        </Popover.Target>
        <Popover.Dropdown className={menus.panel} aria-labelledby={titleId}>
          <h2 id={titleId} className="visually-hidden">
            Choose a date range
          </h2>
          <Suspense fallback={<div className={styles.waiting} role="status" aria-label="Loading the calendar" />}>
            <DateRangeCalendar range={range} timeZone={timeZone} onChoose={choose} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <Text as="span" size="sm" tone="faint" breaks="never">
        <span className="visually-hidden">Time zone </span>
        <span>{describeZones(timeZone, range.from, range.to)}</span>
      </Text>
    </Row>
  );
}
