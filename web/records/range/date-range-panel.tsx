import { Popover } from '@mantine/core';
import { useId, type RefObject } from 'react';
import { ButtonOutside } from '../../ui/button-outside.ts';
import menus from '../../ui/menus.module.css';
import { DateRangeCalendar } from './date-range-calendar.tsx';
import type { DateRange } from './date-range.ts';

interface DateRangePanelProps {
  /** That of the button; the panel's own is `ID-dropdown`. */
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  range: DateRange;
  timeZone: string;
  onChoose: (range: DateRange) => void;
  onClose: () => void;
}

/** The open calendar of a `DateRangePicker`. */
export function DateRangePanel({ id, button, range, timeZone, onChoose, onClose }: DateRangePanelProps) {
  const titleId = useId();
  return (
    <Popover opened onChange={onClose} id={id} position="bottom-start" offset={6} trapFocus>
      <Popover.Target>
        <ButtonOutside button={button} />
      </Popover.Target>
      <Popover.Dropdown className={menus.panel} aria-labelledby={titleId}>
        <h2 id={titleId} className="visually-hidden">
          Choose a date range
        </h2>
        <DateRangeCalendar range={range} timeZone={timeZone} onChoose={onChoose} />
      </Popover.Dropdown>
    </Popover>
  );
}
