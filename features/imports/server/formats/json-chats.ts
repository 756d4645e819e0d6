import type { ColumnRole } from '#features/imports/contract/import-settings.ts';
import { rankName } from '../read/column-names.ts';
import { findAssistant, guessColumns } from '../read/guess-columns.ts';
import { findDateFormats, parseDate } from '../read/parse-date.ts';
import { toChatRecord, type ChatMessage } from './chat-messages.ts';
import { readCsvRow } from './csv-rows.ts';
import type { Fields, FormatReader, RecordContext } from './format-reader.ts';
import { findText, toFields, toList, type ReadRecord } from './record-fields.ts';

/*
 * JSON of a company's own programs: a record is a message or an answer, as databases give the rows of a table, or a conversation
 * with the list of its messages. Fields are known by the names that the columns of tables have.
 */

/** The fields of a record as the cells of a row; those of an object within it as `user.id`. */
interface Cells {
  readonly names: readonly string[];
  readonly values: readonly string[];
}

function toCells(record: Fields): Cells {
  const cells = Object.entries(record).flatMap(([name, value]) => {
    const inner = Object.entries(toFields(unwrap(value))).map(
      ([part, each]) => [`${name}.${part}`, toCell(each)] as const,
    );
    return [[name, toCell(value)] as const, ...inner].filter(([, cell]) => cell !== '');
  });
  return { names: cells.map(([name]) => name), values: cells.map(([, cell]) => cell) };
}

const typeNames = new Set(['$oid', '$date', '$numberLong', '$numberInt', '$numberDouble', 'S', 'N', 'BOOL']);

/** MongoDB and DynamoDB write a value with its type: `{"$date": "2026-11-24T08:30:00Z"}`. */
function unwrap(value: unknown): unknown {
  const [only, ...others] = Object.entries(toFields(value));
  return only && others.length === 0 && typeNames.has(only[0]) ? unwrap(only[1]) : value;
}

/** A text, a number, a truth, or the texts of pieces, as models take them. */
function toCell(written: unknown): string {
  const value = unwrap(written);
  if (typeof value === 'boolean') return String(value);
  const pieces = toList(value).flatMap((piece) => findText(toFields(piece)['text']) ?? []);
  return findText(value) ?? pieces.join('\n');
}

function find({ names, values }: Cells, role: ColumnRole): string | undefined {
  const ranked = names.flatMap((name, index) => ({ index, rank: rankName(role, name) ?? Number.POSITIVE_INFINITY }));
  const [best] = ranked.filter(({ rank }) => Number.isFinite(rank)).toSorted((one, other) => one.rank - other.rank);
  return best && values[best.index];
}

const has = (cells: Cells, ...roles: readonly ColumnRole[]) => roles.every((role) => find(cells, role) !== undefined);
const isSaid = (cells: Cells) => has(cells, 'speaker', 'text') || has(cells, 'question', 'answer');

const ownIds = ['id', '_id', 'uuid', 'key'];
const findId = (record: Fields): string | undefined =>
  find(toCells(record), 'conversation') ?? ownIds.map((name) => findText(record[name])).find((id) => id !== undefined);

const listNames = ['messages', 'turns', 'history', 'transcript', 'dialog', 'dialogue', 'utterances', 'conversation'];

/** The messages of a record that is a conversation; none where it is a message. */
const listMessages = (record: Fields): readonly Fields[] =>
  toList(listNames.map((name) => record[name]).find((list) => Array.isArray(list))).map(toFields);

export const jsonChats: FormatReader = {
  isOwn: (record) => {
    const messages = listMessages(record).map(toCells);
    if (messages.length === 0) return has(toCells(record), 'conversation', 'date') && isSaid(toCells(record));
    const isDated = has(toCells(record), 'date') || messages.some((message) => has(message, 'date'));
    return isDated && findId(record) !== undefined && messages.some((message) => has(message, 'speaker', 'text'));
  },
  read: (value, context) => {
    const record = toFields(value);
    const messages = listMessages(record);
    return messages.length > 0 ? readConversation(record, messages, context) : readRow(toCells(record), context);
  },
};

/** A table of one row. */
function readRow({ names, values }: Cells, { number, timeZone, now }: RecordContext): ReadRecord {
  const { layout, columns } = guessColumns({ header: names, rows: [values], now });
  const [date, speaker] = [columns.date, columns.speaker].map((column) => values[column ?? -1] ?? '');
  const [dateFormat = 'iso'] = findDateFormats([date ?? ''], now);
  const assistantValues = findAssistant(names[columns.speaker ?? -1], [speaker ?? '']);
  const csv = { separator: ',', hasHeader: false, layout, dateFormat, columns, assistantValues } as const;
  return readCsvRow({ cells: values, number }, { csv, timeZone, choose: (_, instants) => instants[0] });
}

function readConversation(record: Fields, messages: readonly Fields[], context: RecordContext): ReadRecord {
  const cells = toCells(record);
  const startedAt = toInstant(find(cells, 'date'), context);
  const user = find(cells, 'user');
  let last = startedAt ?? Number.NaN;
  const said = messages.map((message, place): ChatMessage => {
    const one = toCells(message);
    // One that has no date was said after the one before it.
    last = toInstant(find(one, 'date'), context) ?? last;
    const [speaker = '', text = ''] = [find(one, 'speaker'), find(one, 'text')];
    const header = one.names[one.values.indexOf(speaker)];
    const id = findText(message['id']) ?? find(one, 'message') ?? `message ${place}`;
    const isAssistant = findAssistant(header, [speaker]).includes(speaker);
    return { id, at: last, isAssistant, text, model: find(one, 'model') };
  });
  return toChatRecord({
    id: findId(record),
    messages: said.filter((_, place) => !isInstruction(messages[place])),
    startedAt,
    user,
    userName: find(cells, 'userName'),
    skill: find(cells, 'skill'),
  });
}

/** Instructions for the model and answers of its tools are no messages of the conversation. */
const isInstruction = (message: Fields | undefined): boolean =>
  /^(?:system|developer|tool|function)$/i.test(findText(message?.['role']) ?? '');

function toInstant(written: string | undefined, { timeZone, now }: RecordContext): number | undefined {
  const [format] = written === undefined ? [] : findDateFormats([written], now);
  return written === undefined || format === undefined ? undefined : parseDate(written, format, timeZone);
}
