import { conversationStatuses, type ConversationStatus } from '#contract/conversations/conversations.ts';
import type { ColumnRole, CsvSettings } from '#features/imports/contract/import-settings.ts';
import { fromCsvCell } from '#server/lib/csv.ts';
import { listInstants, type ChooseInstant } from '../read/local-times.ts';
import { readDate } from '../read/parse-date.ts';
import { isCut, markCut, toCutNote } from './cut-cells.ts';
import {
  toIso,
  toName,
  toTextPart,
  toUser,
  type ReadRecord,
  type ReportedMessage,
  type ReportedTurn,
} from './record-fields.ts';

interface Row {
  readonly cells: readonly string[];
  /** Its number in the file, which is the id of its messages where no column has one. */
  readonly number: number;
}

interface RowRules {
  readonly csv: CsvSettings;
  /** Zone of dates that name none. */
  readonly timeZone: string;
  readonly choose: ChooseInstant;
}

/** Words that other products write for a status. */
const otherWords: Readonly<Record<string, ConversationStatus>> = {
  resolved: 'Completed',
  success: 'Completed',
  done: 'Completed',
  abandoned: 'Failed',
  unresolved: 'Failed',
  escalated: 'Escaped',
  handoff: 'Escaped',
  transferred: 'Escaped',
};

/** How databases and statistics programs write that a cell has no value. */
const noValue = /^\s*(?:NULL|NaN|\\N)?\s*$/;
/** Words for a missing value that could also be a text that a person wrote, so that columns of texts keep them. */
const noWord = /^\s*(?:null|nan|None|NA|NaT|<NA>|n\/a|-)\s*$/;
const texts: readonly ColumnRole[] = ['text', 'question', 'answer'];

const isNothing = (cell: string, role: ColumnRole): boolean =>
  noValue.test(cell) || (!texts.includes(role) && noWord.test(cell));

/** Databases write a midnight behind dates whose time has its own column. */
const midnight = /[ T]00:00(?::00(?:\.0+)?)?(?= )/;

/** A cell is text, whatever it begins with; what a portal has put before a formula goes. */
export function readCsvRow({ cells, number }: Row, { csv, timeZone, choose }: RowRules): ReadRecord {
  const find = (role: ColumnRole): string | undefined => {
    const column = csv.columns[role];
    const cell = column === undefined ? undefined : cells[column];
    return cell === undefined || isNothing(cell, role) ? undefined : fromCsvCell(cell);
  };
  const id = find('conversation')?.trim();
  if (id === undefined) return { reason: 'no-conversation' };
  const written = [find('date'), find('time')]
    .filter((each) => each !== undefined)
    .join(' ')
    .replace(midnight, '');
  const date = readDate(written, csv.dateFormat);
  const at = date && choose(id, listInstants(date, csv.timeZone ?? timeZone));
  if (at === undefined) return { reason: 'no-date', ...(written !== '' && { value: written }) };
  const durationMs = Number(find('durationMs') ?? Number.NaN);
  const messageId = toName(find('message') ?? `row ${number}`);
  const read = csv.layout === 'message' ? readMessage(find, csv) : readExchange(find, durationMs);
  if ('reason' in read) return read;
  const status = findStatus(find('status'));
  const skill = find('skill');
  const cut = texts.map(find).find(isCut);
  const messages = read.map(({ afterMs, ...message }, place) => ({
    ...message,
    id: place === 0 ? messageId : `${messageId} answer`,
    date: toIso(at + afterMs),
  }));
  return {
    item: {
      id,
      date: toIso(at),
      ...(skill !== undefined && { skill: toName(skill) }),
      ...findUser(find, csv, read),
      ...(status && { status }),
      messages: cut === undefined ? messages : markCut(messages),
      turns: listTurns(find, { at, durationMs, isAnswered: read.some(({ isAssistant }) => isAssistant) }),
    },
    ...(cut !== undefined && { note: toCutNote(cut) }),
  };
}

type Find = (role: ColumnRole) => string | undefined;
type Said = Pick<ReportedMessage, 'isAssistant' | 'data'> & { readonly afterMs: number };
type Refused = Extract<ReadRecord, { readonly reason: unknown }>;

function readMessage(find: Find, { assistantValues }: CsvSettings): Said[] | Refused {
  const speaker = find('speaker')?.trim().toLowerCase();
  if (speaker === undefined) return { reason: 'no-speaker' };
  const text = find('text');
  if (text === undefined) return { reason: 'no-text' };
  const isAssistant = assistantValues.some((value) => value.trim().toLowerCase() === speaker);
  return [toSaid(text, isAssistant, 0)];
}

function readExchange(find: Find, durationMs: number): Said[] | Refused {
  const [question, answer] = [find('question'), find('answer')];
  const said = [
    ...(question === undefined ? [] : [toSaid(question, false, 0)]),
    ...(answer === undefined ? [] : [toSaid(answer, true, isDuration(durationMs) ? durationMs : 0)]),
  ];
  return said.length === 0 ? { reason: 'no-text' } : said;
}

const toSaid = (text: string, isAssistant: boolean, afterMs: number): Said => ({
  isAssistant,
  data: [toTextPart(text, isAssistant ? undefined : 'plain')],
  afterMs,
});

const longestMs = 86_400_000;
const isDuration = (ms: number) => ms >= 0 && ms <= longestMs;

/** Beside a message of the assistant a column of names has the assistant's. */
function findUser(find: Find, { layout }: CsvSettings, [said]: readonly Said[]) {
  if (layout === 'message' && said?.isAssistant) return {};
  const [id, name] = [find('user')?.trim(), find('userName')?.trim()];
  if (id === undefined && name === undefined) return {};
  const [firstName = '', ...others] = toName(name ?? '').split(' ');
  const named = name === undefined ? {} : { firstName, lastName: others.join(' ') };
  return { user: { ...toUser(id ?? toName(name ?? '')), ...named } };
}

function findStatus(word: string | undefined): ConversationStatus | undefined {
  const plain = word?.trim().toLowerCase();
  if (plain === undefined) return undefined;
  return conversationStatuses.find((status) => status.toLowerCase() === plain) ?? otherWords[plain];
}

interface Answered {
  readonly at: number;
  readonly durationMs: number;
  readonly isAnswered: boolean;
}

/** Lists the turn of an answer whose model or duration the file has. */
function listTurns(find: Find, { at, durationMs, isAnswered }: Answered): ReportedTurn[] {
  const model = find('model');
  const isMeasured = isDuration(durationMs);
  if (!isAnswered || (model === undefined && !isMeasured)) return [];
  return [
    {
      date: toIso(at),
      ...(model !== undefined && { model: model.trim().slice(0, 100) }),
      ...(isMeasured && { durationMs: Math.round(durationMs) }),
    },
  ];
}
