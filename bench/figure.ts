import type { Browser } from 'playwright-core';
import type { Portal } from '../harness/portal.ts';

/** One measured number beside what it should reach. */
export interface Reading {
  readonly name: string;
  /** The limit as the table shows it, for example `≤ 40 ms`; empty for a number that only explains another one. */
  readonly reach: string;
  /** The number as the table shows it, with its unit. */
  readonly measured: string;
  /** Undefined where nothing was to be reached. */
  readonly isReached?: boolean;
  /** Values behind the number: every run, in the unit that its name ends with. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Shared parts of a run of figures. Portal and browser start at their first use. */
export interface Bench {
  /** The built product with the demo companies, started as `npm start` starts it. */
  portal(): Promise<Portal>;
  browser(): Promise<Browser>;
  /** Fewer and shorter runs, to try the bench itself; the numbers are not for the record. */
  readonly isQuick: boolean;
}

export interface Figure {
  readonly title: string;
  /** Method of the count in one or two sentences, for the report. */
  readonly method: string;
  measure(bench: Bench): Promise<Reading[]>;
}

/** A reading that is reached at or below `limit`, a number and perhaps a unit: `40 ms`. */
export function atMost(name: string, limit: string, value: number, details?: Reading['details']): Reading {
  const { number, unit } = readLimit(limit);
  return { ...note(name, value, unit, details), reach: `≤ ${limit}`, isReached: round(value) <= number };
}

/** A reading that is reached at or above `limit`. */
export function atLeast(name: string, limit: string, value: number, details?: Reading['details']): Reading {
  const { number, unit } = readLimit(limit);
  return { ...note(name, value, unit, details), reach: `≥ ${limit}`, isReached: value >= number };
}

function readLimit(limit: string) {
  const [number, unit = ''] = limit.split(' ', 2);
  return { number: Number(number), unit };
}

/** A number that only explains another one. */
export function note(name: string, value: number, unit: string, details?: Reading['details']): Reading {
  return { name, reach: '', measured: `${round(value)} ${unit}`.trim(), ...(details && { details }) };
}

/** Three significant digits are more than any of these figures repeats. */
const round = (value: number) => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
