import type { ImportEncoding, ImportSettings } from '#features/imports/contract/import-settings.ts';
import { findRecordFormat, findTableFormat } from '../formats/catalogue.ts';
import { toFields } from '../formats/record-fields.ts';
import { toColumnName } from './column-names.ts';
import { detectTable, findEscape, findSeparator } from './detect-table.ts';
import { countMarkBytes, detectEncoding, toText, toUnits } from './encodings.ts';
import { findFileKind, isBinary } from './file-kinds.ts';
import { splitCsv, toCells, type CellRules } from './split-csv.ts';
import { splitJson } from './split-json.ts';

/** A row has to say who spoke when, and what. */
const fewestColumns = 3;
/** Rows by which a table is recognised. */
const sampleRows = 200;

/** Result of the detection on the beginning of a file. */
export interface Detected {
  /** Why it is no log that can be read, in words for its user; undefined for one. */
  readonly fault?: string | undefined;
  readonly settings: ImportSettings;
  /** The rows of a table, those above its records included. */
  readonly rows: ReadonlyArray<readonly string[]>;
}

/** The beginning of a file, and how it is read where that is known. */
interface Beginning {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
  readonly encoding?: ImportEncoding | undefined;
  readonly rules?: CellRules | undefined;
  readonly now: Date;
}

export function detectSettings({ bytes, isLast, encoding: known, rules: wanted, now }: Beginning): Detected {
  const kind = findFileKind(bytes);
  const encoding = known ?? detectEncoding(bytes);
  const units = toUnits(bytes.subarray(countMarkBytes(bytes, encoding)), encoding);
  const common = { encoding, billed: false };
  const isOther = kind !== undefined || isBinary(units);
  if (isOther) return { fault: kind ?? 'no text', settings: { ...common, format: 'csv' }, rows: [] };
  if (/^\s*[[{]/.test(units)) {
    const { spans } = splitJson(units, { place: 'top', isLast, maxSpans: 20 });
    const records = spans.map(({ from, until }) => toFields(parse(toText(units.slice(from, until), encoding))));
    const format = findRecordFormat(records);
    return {
      fault: format === undefined ? 'JSON of no format that is known here' : undefined,
      settings: { ...common, format: format ?? 'watsonx' },
      rows: [],
    };
  }
  const rules = wanted ?? findRules(units);
  const { spans } = splitCsv(units, { ...rules, isLast, maxSpans: sampleRows });
  const rows = spans.map(({ from, until }) => toCells(toText(units.slice(from, until), encoding), rules));
  const csv = detectTable({ rows, rules, now });
  const header = csv.hasHeader ? (rows[csv.skippedRows ?? 0] ?? []) : [];
  const names = new Set(header.map(toColumnName));
  const width = Math.max(0, ...rows.map((row) => row.length));
  return {
    fault: width < fewestColumns ? 'a text without columns' : undefined,
    settings: { ...common, format: findTableFormat(names) ?? 'csv', csv },
    rows,
  };
}

function findRules(units: string): CellRules {
  const escape = findEscape(units);
  return { separator: findSeparator(units, escape), ...(escape && { escape }) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
