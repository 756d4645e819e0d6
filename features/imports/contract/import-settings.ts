import * as z from 'zod';

/** Formats of logs that can be imported, by their names. `csv`: any table, of which the columns are chosen. */
export const importFormatLabels = {
  csv: 'CSV table',
  watsonx: 'watsonx Assistant logs',
  dialogflow: 'Dialogflow logs (CX and ES)',
  copilot: 'Copilot Studio transcripts',
  'copilot-sessions': 'Copilot Studio sessions',
  chatgpt: 'ChatGPT conversations',
  claude: 'Claude conversations',
  'open-webui': 'Open WebUI chats',
  rasa: 'Rasa trackers and events',
  slack: 'Slack messages',
  'bot-framework': 'Bot Framework transcripts',
  langsmith: 'LangSmith runs',
  zendesk: 'Zendesk chats',
  intercom: 'Intercom conversations',
  json: 'JSON with a record for each message, answer or conversation',
  download: 'Downloads of this portal',
} as const;
export type ImportFormat = keyof typeof importFormatLabels;
export const importFormats = Object.keys(importFormatLabels) as [ImportFormat, ...ImportFormat[]];

export const importEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1257',
  'iso-8859-15',
  'windows-1250',
  'windows-1251',
] as const;
export type ImportEncoding = (typeof importEncodings)[number];

export const separators = [',', ';', '\t', '|', '^', '~'] as const;
export type Separator = (typeof separators)[number];

/**
 * `iso`: 2026-11-24 08:30:00 or 20261124T083000, with or without a zone; `day-first`: 24.11.2026 08:30 or 24/11/2026 8:30 PM;
 * `month-first`: 11/24/2026 8:30 PM; `named`: 24 November 2026, in many languages, as RFC 2822 and JavaScript write it too;
 * `seconds` and smaller units since 1970; `excel` and `excel-1904`: days since 1900 or 1904, by which spreadsheets count.
 */
export const dateFormats = [
  'iso',
  'day-first',
  'month-first',
  'named',
  'seconds',
  'milliseconds',
  'microseconds',
  'nanoseconds',
  'excel',
  'excel-1904',
] as const;
export type DateFormat = (typeof dateFormats)[number];

/** `message`: a row is a message; `exchange`: a row holds a question and its answer. */
export const rowLayouts = ['message', 'exchange'] as const;
export type RowLayout = (typeof rowLayouts)[number];

/**
 * Why a row or record is left out. `unreadable`: no JSON, or a row with more filled cells than columns; `encoding`: bytes that
 * are no text, before U+FFFD took their place; `other-kind`: an entry of the log that holds no messages; `no-conversation`, `no-date`, `no-speaker`: the
 * field is empty or cannot be read; `no-text`: nothing was said; `time`: more than ten years ago, or ahead; `fields`: a value
 * is too long or not valid; `incomplete`: the file ends within it. `cut`: it is not left out, but stored up to where a program has cut it.
 */
export const leftOutReasons = [
  'unreadable',
  'encoding',
  'other-kind',
  'no-conversation',
  'no-date',
  'no-speaker',
  'no-text',
  'time',
  'fields',
  'incomplete',
  'cut',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** The most columns of a CSV that are read. */
export const maxColumns = 500;

const column = z
  .int()
  .min(0)
  .max(maxColumns - 1);

/** The most rows above the records of a CSV that are skipped: a title, or a line for a program. */
export const maxSkippedRows = 100;

/** Contents of a CSV column, in the order of the form. `time`: of the day, beside a column of dates without it. */
export const columnRoles = [
  'conversation',
  'date',
  'time',
  'speaker',
  'text',
  'question',
  'answer',
  'message',
  'user',
  'userName',
  'skill',
  'status',
  'model',
  'durationMs',
] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** Which column of the file, from 0, holds what. */
const ColumnChoice = z.strictObject(
  Object.fromEntries(columnRoles.map((role) => [role, column.optional()])) as {
    [Role in ColumnRole]: z.ZodOptional<typeof column>;
  },
);
export type ColumnChoice = z.infer<typeof ColumnChoice>;

export const CsvSettings = z.strictObject({
  separator: z.enum(separators),
  /** Rows before the names of the columns, or before the first record where there are none; without it 0. */
  skippedRows: z.int().min(0).max(maxSkippedRows).optional(),
  /** Whether the first row that is not skipped holds the names of the columns. */
  hasHeader: z.boolean(),
  /** Whether each row begins with a name of the row that has no name of a column, as R writes them. */
  hasRowNames: z.boolean().optional(),
  /** `backslash`: it stands before quotes, separators and line ends within cells, as MySQL and COPY of PostgreSQL write them. */
  escape: z.enum(['backslash']).optional(),
  layout: z.enum(rowLayouts),
  dateFormat: z.enum(dateFormats),
  /** An IANA zone, for dates that name none; without it the zone of the company. */
  timeZone: z.string().max(100).refine(isTimeZone, { error: 'This is no time zone.' }).optional(),
  columns: ColumnChoice,
  /** The values of the column that says who speaks by which the assistant is meant; all others are the user. */
  assistantValues: z.array(z.string().max(200)).max(20),
});
export type CsvSettings = z.infer<typeof CsvSettings>;

export const ImportSettings = z.strictObject({
  format: z.enum(importFormats),
  encoding: z.enum(importEncodings),
  /** Whether each conversation with a skill is a billed run; imported history is not billed otherwise. */
  billed: z.boolean(),
  csv: CsvSettings.optional(),
});
export type ImportSettings = z.infer<typeof ImportSettings>;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** The columns that a layout cannot do without. */
export const neededColumns: Readonly<Record<RowLayout, readonly ColumnRole[]>> = {
  message: ['conversation', 'date', 'speaker', 'text'],
  exchange: ['conversation', 'date', 'question', 'answer'],
};

/** Lists the faults that keep an import with these settings from starting, by field. */
export function listSettingsFaults({ format, csv }: ImportSettings): Array<{ path: string; message: string }> {
  if (format !== 'csv') return [];
  if (!csv) return [{ path: 'settings.csv', message: 'Choose the columns of the file.' }];
  const missing = neededColumns[csv.layout].filter((role) => csv.columns[role] === undefined);
  const isSilent = csv.layout === 'message' && csv.assistantValues.length === 0;
  return [
    ...missing.map((role) => ({ path: `settings.csv.columns.${role}`, message: 'Choose a column.' })),
    ...(isSilent ? [{ path: 'settings.csv.assistantValues', message: 'Choose who the assistant is.' }] : []),
  ];
}
