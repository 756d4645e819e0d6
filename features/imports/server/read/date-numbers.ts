import type { DateFormat } from '#features/imports/contract/import-settings.ts';
import type { WrittenDate } from './local-times.ts';

const dayMs = 86_400_000;

interface NumberKind {
  readonly format: DateFormat;
  /** The first value of this kind, and the first beyond it. Ranges do not overlap, except those of the two formats of Excel. */
  readonly from: number;
  readonly until: number;
  /** Converts a number of a spreadsheet by the clock of its zone, one of a program in UTC. */
  readonly toDate: (value: number) => WrittenDate;
}

const toUnixDate = (perMs: number) => (value: number) => ({ clock: Math.round(value / perMs), offsetMs: 0 });

/** Days since the beginning of 1900 or 1904, as spreadsheets keep dates; shown with few digits, to the second. */
const toSerialDate = (dayOf1970: number) => (value: number) => {
  const ms = (value - dayOf1970) * dayMs;
  const seconds = Math.round(ms / 1000) * 1000;
  return { clock: Math.abs(ms - seconds) < 500 && !hasManyDigits(value) ? seconds : Math.round(ms) };
};

/** More than the nine digits that Excel shows of a cell without a format. */
const hasManyDigits = (value: number) => Math.abs(value * 1e7 - Math.round(value * 1e7)) > 1e-3;

/** Numbers that stand for an instant. */
const kinds: readonly NumberKind[] = [
  { format: 'seconds', from: 1e8, until: 1e11, toDate: toUnixDate(1e-3) },
  { format: 'milliseconds', from: 1e11, until: 1e14, toDate: toUnixDate(1) },
  { format: 'microseconds', from: 1e14, until: 1e17, toDate: toUnixDate(1e3) },
  { format: 'nanoseconds', from: 1e17, until: 1e20, toDate: toUnixDate(1e6) },
  { format: 'excel', from: 20_000, until: 80_000, toDate: toSerialDate(25_569) },
  { format: 'excel-1904', from: 20_000, until: 80_000, toDate: toSerialDate(24_107) },
];

/** A date of .NET: `/Date(1767209158745+0200)/`, whose offset changes no instant. */
const netDate = /^\\?\/Date\((\d+)(?:[+-]\d{4})?\)\\?\/$/;

export function readNumber(text: string, format: DateFormat): WrittenDate | undefined {
  const kind = kinds.find((each) => each.format === format);
  const trimmed = text.trim().replace(netDate, '$1');
  if (!kind || !/^\d+(?:[.,]\d+)?(?:e\+?\d\d?)?$/i.test(trimmed)) return undefined;
  const value = Number(trimmed.replace(',', '.'));
  return value >= kind.from && value < kind.until ? kind.toDate(value) : undefined;
}
