import type { ImportEncoding, ImportFormat, ImportSettings } from '#contract/intake/import-settings.ts';
import { isTextEntry } from '../formats/dialogflow-es.ts';
import { findFields, findText, toFields } from '../formats/record-fields.ts';
import { toColumnName } from './column-names.ts';
import { detectTable, findEscape, findSeparator } from './detect-table.ts';
import { countMarkBytes, detectEncoding, toText, toUnits } from './encodings.ts';
import { splitCsv, toCells } from './split-csv.ts';
import type { CellRules } from './split-csv.ts';
import { splitJson } from './split-json.ts';

/** Rows by which a table is recognised. */
const sampleRows = 200;

/** What the beginning of a file was found to be. */
export interface Detected {
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
  const encoding = known ?? detectEncoding(bytes);
  const units = toUnits(bytes.subarray(countMarkBytes(bytes, encoding)), encoding);
  const common = { encoding, billed: false };
  if (/^\s*[[{]/.test(units)) {
    const { spans } = splitJson(units, { place: 'top', isLast, maxSpans: 20 });
    const records = spans.map(({ from, until }) => parse(toText(units.slice(from, until), encoding)));
    return { settings: { ...common, format: findFormat(records) }, rows: [] };
  }
  const rules = wanted ?? findRules(units);
  const { spans } = splitCsv(units, { ...rules, isLast, maxSpans: sampleRows });
  const rows = spans.map(({ from, until }) => toCells(toText(units.slice(from, until), encoding), rules));
  const csv = detectTable({ rows, rules, now });
  const header = csv.hasHeader ? (rows[csv.skippedRows ?? 0] ?? []) : [];
  return { settings: { ...common, format: isCopilot(header) ? 'copilot' : 'csv', csv }, rows };
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

/** By what its records hold; watsonx where none is known. */
function findFormat(records: readonly unknown[]): ImportFormat {
  const isDialogflow = records.some((record) => {
    const { jsonPayload, textPayload, conversation_name: name } = toFields(record);
    return jsonPayload !== undefined || name !== undefined || isTextEntry(findText(textPayload) ?? '');
  });
  if (isDialogflow) return 'dialogflow';
  const isTranscript = records.some((record) => toFields(record)['content'] !== undefined);
  const isLog = records.some((record) => Object.keys(findFields(record, 'response')).length > 0);
  return isTranscript && !isLog ? 'copilot' : 'watsonx';
}

const isCopilot = (header: readonly string[]): boolean => {
  const names = header.map(toColumnName);
  return names.includes('content') && names.some((name) => name.includes('conversation') || name === 'metadata');
};
