import type { ImportSettings, LeftOutReason } from '#features/imports/contract/import-settings.ts';
import type { IntakeConversation } from '#features/intake/contract/intake.ts';
import { fromCsvCell } from '#server/lib/csv.ts';
import { checkConversation } from '#domain/conversations/batches/parse-batch.ts';
import { formatReaders } from '../formats/catalogue.ts';
import { readCsvRow } from '../formats/csv-rows.ts';
import type { ReadRecord } from '../formats/record-fields.ts';
import { countMarkBytes, toText, toUnitBytes, toUnits } from './encodings.ts';
import { groupRecords } from './group-records.ts';
import { toColumnName } from './column-names.ts';
import { findSeparator } from './detect-table.ts';
import { followTimeline, noTimeline, type ChooseInstant, type Timeline } from './local-times.ts';
import { splitCsv, toCells } from './split-csv.ts';
import { splitJson, type JsonPlace, type Span } from './split-json.ts';

/** State of a file's reader between two records. */
export interface ReaderState {
  readonly place: JsonPlace;
  /** The cells of the row of a CSV that names its columns; null before it was read, and where there is none. */
  readonly header: readonly string[] | null;
  /** For clock times that a zone has twice. */
  readonly timeline?: Timeline;
  /** Memory of the format's reader, as in `RecordContext`. */
  readonly memory?: ReadonlyArray<readonly [name: string, value: string]>;
}

export const firstState: ReaderState = { place: 'top', header: null };

export interface FileWindow {
  readonly bytes: Uint8Array;
  /** Whether the file begins and ends with these bytes. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly settings: ImportSettings;
  readonly state: ReaderState;
  /** Records that were read before. */
  readonly records: number;
  readonly maxRecords: number;
  /** The zone of the company. */
  readonly timeZone: string;
  readonly now: Date;
}

export interface LeftOutRecord {
  readonly reason: LeftOutReason;
  /** Its number in the file, from 1. */
  readonly place: number;
  readonly detail?: string;
  /** The value that could not be read, for the preview alone: it is never stored. */
  readonly value?: string;
}

export interface WindowRecords {
  readonly conversations: readonly IntakeConversation[];
  readonly leftOut: readonly LeftOutRecord[];
  /** Records in the window, those that are left out included. */
  readonly records: number;
  /** Bytes that are done with; 0 where a record is longer than the window. */
  readonly consumedBytes: number;
  readonly state: ReaderState;
}

/** Runs where it holds up no request. */
export const readWindowTask = { module: import.meta.url, run: readWindow };

/** Reads the records of a part of a file, and groups what they say by conversation. */
export function readWindow(window: FileWindow): WindowRecords {
  const { encoding } = window.settings;
  const markBytes = window.isFirst ? countMarkBytes(window.bytes, encoding) : 0;
  const units = toUnits(window.bytes.subarray(markBytes), encoding);
  const { spans, consumed, place } = split(units, window);
  const texts = spans.map(({ from, until }) => toText(units.slice(from, until), encoding));
  const { header, rows } = takeHeader(texts, spans, window);
  const timeline = followTimeline(window.state.timeline ?? noTimeline);
  const memory = new Map(window.state.memory);
  const items: IntakeConversation[] = [];
  const leftOut: LeftOutRecord[] = [];
  rows.forEach(({ text, span }, index) => {
    const number = window.records + index + 1;
    const read = check(
      span.isOpen
        ? { reason: 'incomplete' }
        : readRecord(text, { header, number, window, choose: timeline.choose, memory }),
      window.now,
    );
    if ('item' in read) {
      items.push(read.item, ...(read.others ?? []));
      if (read.note) leftOut.push({ place: number, ...read.note });
    } else leftOut.push({ place: number, ...read });
  });
  const consumedBytes = consumed === 0 ? 0 : markBytes + consumed * toUnitBytes(encoding);
  return {
    conversations: groupRecords(items),
    leftOut,
    records: rows.length,
    consumedBytes,
    state: { place, header, timeline: timeline.end(), memory: [...memory] },
  };
}

/** Answers whether a file is CSV. Files of Copilot Studio are JSON or CSV. */
export const isCsv = ({ format, csv }: ImportSettings): boolean => format === 'csv' || csv !== undefined;

function split(units: string, { settings, state, isLast, maxRecords: maxSpans }: FileWindow) {
  if (!isCsv(settings)) return splitJson(units, { place: state.place, isLast, maxSpans });
  const { separator = findSeparator(units, undefined), escape } = settings.csv ?? {};
  return { ...splitCsv(units, { separator, escape, isLast, maxSpans }), place: state.place };
}

interface Row {
  readonly text: string;
  readonly span: Span;
}

/** The first row of a table that is not skipped names its columns. */
function takeHeader(texts: readonly string[], spans: readonly Span[], window: FileWindow) {
  const all = texts.flatMap((text, index): Row[] => (spans[index] ? [{ text, span: spans[index] }] : []));
  const { state, settings, isFirst } = window;
  const { csv } = settings;
  if (!csv || !isFirst) return { header: state.header, rows: all };
  const rows = all.slice(csv.skippedRows ?? 0);
  const [first, ...others] = rows;
  if (!csv.hasHeader || !first) return { header: null, rows };
  const names = toCells(first.text, csv);
  return { header: csv.hasRowNames ? ['', ...names] : names, rows: others };
}

interface Reading {
  readonly header: readonly string[] | null;
  readonly number: number;
  readonly window: FileWindow;
  readonly choose: ChooseInstant;
  readonly memory: Map<string, string>;
}

function readRecord(text: string, reading: Reading): ReadRecord {
  const { header, number, window, choose, memory } = reading;
  const { settings, timeZone, now } = window;
  const { csv } = settings;
  if (!csv) return readJsonRecord(text, reading);
  const cells = toCells(text, csv);
  // Programs leave out the empty cells at the end of a row, and write more of them than there are columns.
  if (header && cells.slice(header.length).some((cell) => cell.trim() !== '')) {
    return { reason: 'unreadable', detail: `${cells.length} cells instead of ${header.length}` };
  }
  if (settings.format === 'csv') return readCsvRow({ cells, number }, { csv, timeZone, choose });
  const names = (header ?? []).map(toColumnName);
  const fields = Object.fromEntries(names.map((name, index) => [name, fromCsvCell(cells[index] ?? '')]));
  return formatReaders[settings.format].read(fields, { number, memory, timeZone, now });
}

function readJsonRecord(text: string, { number, window: { settings, timeZone, now }, memory }: Reading): ReadRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { reason: 'unreadable', detail: 'no JSON' };
  }
  if (settings.format === 'csv') return { reason: 'unreadable', detail: 'no table' };
  return formatReaders[settings.format].read(value, { number, memory, timeZone, now });
}

/** By the rules of the intake. */
function check(read: ReadRecord, now: Date): ReadRecord {
  if (!('item' in read)) return read;
  const all = [read.item, ...(read.others ?? [])].map((item) => checkConversation(item, now));
  const [first, ...others] = all.flatMap((checked) => ('item' in checked ? checked.item : []));
  const checked = all.find((each) => !('item' in each));
  if (first && (!checked || 'item' in checked)) return { ...read, item: first, ...(others.length > 0 && { others }) };
  if (!checked || 'item' in checked) return { reason: 'fields' };
  return { reason: checked.reason === 'time' ? 'time' : 'fields', detail: checked.faults[0] ?? '' };
}
