import { addDays, addMonths, getMonth, type CalendarDay } from '#contract/calendar/zones.ts';

/** The first and the last day of a range. */
export interface Days {
  first: CalendarDay;
  last: CalendarDay;
}

interface DatePreset {
  readonly label: string;
  readonly toDays: (today: CalendarDay) => Days;
}

const getQuarter = (day: CalendarDay) => addMonths(day, -((Number(day.slice(5, 7)) - 1) % 3));
const getYear = (day: CalendarDay) => `${day.slice(0, 4)}-01-01` as CalendarDay;
const lastDays =
  (count: number): DatePreset['toDays'] =>
  (today) => ({ first: addDays(today, 1 - count), last: today });

/** The ranges that pages offer by name, in their order, by their words in addresses; the last is the longest. */
export const datePresets = {
  today: { label: 'Today', toDays: lastDays(1) },
  yesterday: {
    label: 'Yesterday',
    toDays: (today) => ({ first: addDays(today, -1), last: addDays(today, -1) }),
  },
  '7-days': { label: 'Last 7 days', toDays: lastDays(7) },
  '30-days': { label: 'Last 30 days', toDays: lastDays(30) },
  '90-days': { label: 'Last 90 days', toDays: lastDays(90) },
  month: { label: 'This month', toDays: (today) => ({ first: getMonth(today), last: today }) },
  'last-month': {
    label: 'Last month',
    toDays: (today) => ({ first: addMonths(today, -1), last: addDays(getMonth(today), -1) }),
  },
  quarter: { label: 'This quarter', toDays: (today) => ({ first: getQuarter(today), last: today }) },
  'last-quarter': {
    label: 'Last quarter',
    toDays: (today) => ({ first: addMonths(getQuarter(today), -3), last: addDays(getQuarter(today), -1) }),
  },
  year: { label: 'This year', toDays: (today) => ({ first: getYear(today), last: today }) },
  '12-months': { label: 'Last 12 months', toDays: (today) => ({ first: addMonths(today, -11), last: today }) },
} satisfies Readonly<Record<string, DatePreset>>;

export type DatePresetKey = keyof typeof datePresets;
