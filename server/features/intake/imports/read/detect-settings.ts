import { separators } from '#contract/intake/import-settings.ts';
import type {
  ColumnChoice,
  ColumnRole,
  CsvSettings,
  ImportEncoding,
  ImportFormat,
  ImportSettings,
  Separator,
} from '#contract/intake/import-settings.ts';
import { isTextEntry } from '../formats/dialogflow-es.ts';
import { findFields, findText, toFields } from '../formats/record-fields.ts';
import { countMarkBytes, detectEncoding, toText, toUnits } from './encodings.ts';
import { findDateFormats } from './parse-date.ts';
import { splitCsv, toCells } from './split-csv.ts';
import { splitJson } from './split-json.ts';

/** Rows by which a table is recognised. */
const sampleRows = 200;

/** What the beginning of a file was found to be. */
export interface Detected {
  readonly settings: ImportSettings;
  /** The rows of a table, the first one included. */
  readonly rows: ReadonlyArray<readonly string[]>;
}

/** The beginning of a file, and how it is read where that is known. */
interface Beginning {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
  readonly encoding?: ImportEncoding | undefined;
  readonly separator?: Separator | undefined;
}

export function detectSettings({ bytes, isLast, encoding: known, separator: wanted }: Beginning): Detected {
  const encoding = known ?? detectEncoding(bytes);
  const units = toUnits(bytes.subarray(countMarkBytes(bytes, encoding)), encoding);
  const common = { encoding, billed: false };
  if (/^\s*[[{]/.test(units)) {
    const { spans } = splitJson(units, { place: 'top', isLast, maxSpans: 20 });
    const records = spans.map(({ from, until }) => parse(toText(units.slice(from, until), encoding)));
    return { settings: { ...common, format: findFormat(records) }, rows: [] };
  }
  const separator = wanted ?? findSeparator(units);
  const { spans } = splitCsv(units, { separator, isLast, maxSpans: sampleRows });
  const rows = spans.map(({ from, until }) => toCells(toText(units.slice(from, until), encoding), separator));
  return { settings: { ...common, format: isCopilot(rows) ? 'copilot' : 'csv', csv: findCsv(rows, separator) }, rows };
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

/** The one that divides the first rows into most columns, the same number in each. */
export function findSeparator(units: string): Separator {
  const counted = separators.map((separator) => {
    const { spans } = splitCsv(units.slice(0, 65_536), { separator, isLast: true, maxSpans: 20 });
    const [first = 0, ...others] = spans.map(({ from, until }) => toCells(units.slice(from, until), separator).length);
    const same = others.filter((count) => count === first).length;
    return { separator, score: first > 1 ? first * (1 + same) : 0 };
  });
  return counted.toSorted((one, other) => other.score - one.score)[0]?.separator ?? ',';
}

/** `Conversation Start Time (UTC)` is conversationstarttime. */
export const toColumnName = (header: string): string =>
  header
    .replaceAll(/\(.*?\)/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

const isCopilot = ([header = []]: ReadonlyArray<readonly string[]>): boolean => {
  const names = header.map(toColumnName);
  return names.includes('content') && names.some((name) => name.includes('conversation') || name === 'metadata');
};

/** Names of columns, the likeliest first. */
const usualNames: Readonly<Record<ColumnRole, RegExp>> = {
  conversation: /^(?:conversation|session|chat|thread|dialog)(?:id|uuid|key|number)?$/,
  date: /^(?:date|time|timestamp|datetime|createdat|created|sentat|occurredat|starttime|startdatetime|messagetime)$/,
  speaker: /^(?:speaker|role|sender|author|from|direction|isassistant|who|type)$/,
  text: /^(?:text|message|messagetext|content|body|utterance)$/,
  question: /^(?:question|query|userinput|input|prompt|request|usermessage)$/,
  answer: /^(?:answer|response|reply|output|assistantmessage)$/,
  message: /^(?:messageid|msgid|id)$/,
  user: /^(?:user|userid|customer|customerid|email|useremail|person)$/,
  userName: /^(?:username|name|customername|fullname|displayname)$/,
  skill: /^(?:skill|topic|topicname|intent|flow|action|category)$/,
  status: /^(?:status|outcome|sessionoutcome|result|state)$/,
  model: /^(?:model|modelname|llm)$/,
  durationMs: /^(?:durationms|latencyms|latency|responsetimems|duration)$/,
};

const assistantWords = /^(?:assistant|bot|agent|system|ai|copilot|virtual agent|chatbot|model|outgoing|out|true|1)$/i;

/** The usual word where the beginning of a file has none. */
function findAssistant(speakers: readonly string[]): string[] {
  const found = speakers.filter((value) => assistantWords.test(value)).slice(0, 20);
  return found.length > 0 ? found : ['assistant'];
}

function findCsv(rows: ReadonlyArray<readonly string[]>, separator: Separator): CsvSettings {
  const [header = [], ...others] = rows;
  const names = header.map(toColumnName);
  const isNamed = Object.values(usualNames).some((pattern) => names.some((name) => pattern.test(name)));
  const columns = isNamed ? findColumns(names) : {};
  const layout = columns.question !== undefined && columns.answer !== undefined ? 'exchange' : 'message';
  const values = (column: number | undefined) =>
    others.flatMap((row) => (column === undefined ? [] : (row[column] ?? [])));
  const speakers = [...new Set(values(columns.speaker).map((value) => value.trim()))];
  return {
    separator,
    hasHeader: isNamed,
    layout,
    dateFormat: findDateFormats(values(columns.date))[0] ?? 'iso',
    columns: layout === 'exchange' ? { ...columns, speaker: undefined, text: undefined } : columns,
    assistantValues: layout === 'message' ? findAssistant(speakers) : [],
  };
}

/** The columns with usual names; a column holds one thing. */
function findColumns(names: readonly string[]): ColumnChoice {
  const taken = new Set<number>();
  const found = Object.entries(usualNames).flatMap(([role, pattern]) => {
    const column = names.findIndex((name, index) => !taken.has(index) && pattern.test(name));
    if (column === -1) return [];
    taken.add(column);
    return [[role, column]];
  });
  return Object.fromEntries(found) as ColumnChoice;
}
