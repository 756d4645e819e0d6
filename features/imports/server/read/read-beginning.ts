import { listSettingsFaults, type ImportSettings } from '#features/imports/contract/import-settings.ts';
import type { ImportPreview } from '#features/imports/contract/log-imports.ts';
import { detectSettings, type Detected } from './detect-settings.ts';
import { findDateFormats } from './parse-date.ts';
import { firstState, readWindow, type WindowRecords } from './read-window.ts';

interface FileBeginning {
  readonly bytes: Uint8Array;
  /** Whether this is the whole file. */
  readonly isLast: boolean;
  /** Undefined for those that are found. */
  readonly settings: ImportSettings | undefined;
  readonly timeZone: string;
  readonly now: Date;
}

export interface Beginning {
  /** Why it cannot be read, in words for its user. */
  readonly fault?: string | undefined;
  readonly found: ImportPreview['found'];
  readonly settings: ImportSettings;
  readonly read: WindowRecords;
}

const maxRecords = 2000;
/** Columns and values that are shown for a choice. */
const maxShownColumns = 500;
const maxValues = 3;
const longestValue = 60;
const maxSpeakers = 20;

const nothingRead: WindowRecords = { conversations: [], leftOut: [], records: 0, consumedBytes: 0, state: firstState };

/** Runs where it holds up no request. */
export const readBeginningTask = { module: import.meta.url, run: readBeginning };

/** Detects the settings of a file and reads its first records; none while columns are missing. */
export function readBeginning({ bytes, isLast, settings: given, timeZone, now }: FileBeginning): Beginning {
  const { encoding, csv } = given ?? {};
  const detected = detectSettings({ bytes, isLast, encoding, rules: csv, now });
  const settings = given ?? detected.settings;
  const { header, rows } = divideRows(detected.rows, settings.csv);
  const width = Math.max(0, header.length, ...rows.map((row) => row.length));
  const columns = Array.from({ length: Math.min(width, maxShownColumns) }, (_, index) => ({
    name: header[index]?.trim() ? shorten(header[index]) : `Column ${index + 1}`,
    values: rows.slice(0, maxValues).map((row) => shorten(row[index] ?? '')),
  }));
  const listValues = (column: number | undefined) =>
    rows.map((row) => (column === undefined ? '' : (row[column] ?? '')));
  const { format } = detected.settings;
  const found = {
    format,
    encoding: detected.settings.encoding,
    columns,
    dateFormats: findDateFormats(listValues(settings.csv?.columns.date), now),
    speakers: countSpeakers(listValues(settings.csv?.columns.speaker)),
  };
  const { fault } = detected;
  if (fault !== undefined || listSettingsFaults(settings).length > 0)
    return { fault, found, settings, read: nothingRead };
  const window = { bytes, isFirst: true, isLast, settings, state: firstState, records: 0, maxRecords, timeZone, now };
  return { found, settings, read: readWindow(window) };
}

function divideRows(all: Detected['rows'], csv: ImportSettings['csv']) {
  const { skippedRows = 0, hasHeader = true, hasRowNames = false } = csv ?? {};
  const [header = [], ...others] = all.slice(skippedRows);
  return hasHeader
    ? { header: hasRowNames ? ['', ...header] : header, rows: others }
    : { header: [], rows: all.slice(skippedRows) };
}

const shorten = (text: string): string =>
  text.length > longestValue ? `${text.slice(0, longestValue).toWellFormed()}…` : text;

function countSpeakers(values: readonly string[]): Array<{ value: string; count: number }> {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '');
  const counts = Map.groupBy(filled, (value) => value);
  return [...counts]
    .map(([value, all]) => ({ value: shorten(value), count: all.length }))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, maxSpeakers);
}
