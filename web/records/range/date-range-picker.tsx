import { useId, useRef, useState } from 'react';
import { describeZones } from '#contract/calendar/zone-names.ts';
import { formatLongDate } from '#contract/calendar/formats.ts';
import { CalendarIcon, ChevronDownIcon } from '../../ui/drawings/icons.tsx';
import { isSameRange, type DateRange } from './date-range.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { createLateCode, useLateCode } from '../../ui/late-code.ts';
import menus from '../../ui/menus.module.css';
import styles from './range.module.css';

/** Fetched when the range is pointed at or opened. */
export const calendarCode = createLateCode(() => import('./date-range-panel.tsx'));

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
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const code = useLateCode(calendarCode, opened, () => setOpened(false));

  function close() {
    setOpened(false);
    button.current?.focus();
  }

  function choose(chosen: DateRange) {
    close();
    if (!isSameRange(chosen, range)) onChange(chosen);
  }

  return (
    <Row gap={3} shrink className={styles.picker}>
      <button
        ref={button}
        type="button"
        id={id}
        className={menus.button}
        data-field
        aria-label={`Date range: ${from} – ${to}`}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-controls={code ? `${id}-dropdown` : undefined}
        onClick={() => setOpened(!opened)}
        onPointerEnter={calendarCode.approach}
        onFocus={calendarCode.approach}
      >
        <CalendarIcon size={18} />
        <span>
          <span>{`${from} `}</span>
          <span aria-hidden="true">–</span>
          <span>{` ${to}`}</span>
        </span>
        <ChevronDownIcon size={16} />
      </button>
      {code && (
        <code.DateRangePanel
          id={id}
          button={button}
          range={range}
          timeZone={timeZone}
          onChoose={choose}
          onClose={close}
        />
      )}
      <Text as="span" size="sm" tone="faint" breaks="never">
        <span className="visually-hidden">Time zone </span>
        <span>{describeZones(timeZone, range.from, range.to)}</span>
      </Text>
    </Row>
  );
}
