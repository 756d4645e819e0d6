import { DateInput, type DateInputProps } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useState } from 'react';
import { CalendarIcon } from '../drawings/icons.tsx';

interface DayFieldProps extends Omit<DateInputProps, 'value' | 'onChange' | 'valueFormat' | 'dateParser'> {
  /** The day in the form `2026-11-22`; empty without one. */
  value?: string | undefined;
  onChange: (day: string) => void;
}

/** A calendar day, shown and typed as the lists show it: '22 Nov 2026'. Escape closes its calendar before a dialog. */
export function DayField({ value = '', onChange, ...props }: DayFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <DateInput
      {...props}
      popoverProps={{ onOpen: () => setIsOpen(true), onClose: () => setIsOpen(false) }}
      data-mantine-stop-propagation={isOpen || undefined}
      value={value === '' ? null : value}
      onChange={(day) => onChange(day ?? '')}
      valueFormat="D MMM YYYY"
      dateParser={parseDay}
      rightSection={<CalendarIcon size={18} />}
      rightSectionPointerEvents="none"
    />
  );
}

/** Parses a typed day to `2026-11-22`; null for anything else. */
function parseDay(text: string): string | null {
  const instant = Date.parse(`${text.trim()} UTC`);
  return Number.isNaN(instant) ? null : new Date(instant).toISOString().slice(0, 10);
}
