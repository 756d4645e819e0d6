import type { Turn } from '#features/intake/contract/intake.ts';
import { countTurns, isFailed, type TurnCounts } from './count-turns.ts';

/**
 * The turns of a conversation, oldest first, as JSON, and what follows from them. Of texts and numbers alone, because objects
 * of many turns would take the main thread long to receive from a worker thread.
 */
export interface StoredTurns {
  readonly json: string;
  readonly columns: TurnColumns;
  readonly counts: TurnCounts;
}

/** Blank models and types of errors are left out, and dates are in UTC, as they are answered. */
export function toStoredTurns(turns: readonly Turn[]): StoredTurns {
  const list = turns.map(omitBlank).toSorted((one, other) => Date.parse(one.date) - Date.parse(other.date));
  return { json: JSON.stringify(list), columns: toTurnColumns(list), counts: countTurns(list) };
}

export const listTurns = (stored: StoredTurns | null | undefined): Turn[] =>
  stored ? (JSON.parse(stored.json) as Turn[]) : [];

/** By how much two senders may differ in the time of one turn. */
const sameMs = 2000;

/**
 * The turns that are known, and those that are reported of other times.
 * @returns `isMore` is true where there are any of these
 */
export function joinTurns(
  known: StoredTurns | null,
  reported: StoredTurns | null,
): { readonly turns: StoredTurns | null; readonly isMore: boolean } {
  const before = listTurns(known);
  const toBucket = (time: number) => Math.floor(time / sameMs);
  const buckets = Map.groupBy(
    before.map(({ date }) => Date.parse(date)),
    toBucket,
  );
  const isKnown = ({ date }: Turn) => {
    const time = Date.parse(date);
    const near = [-1, 0, 1].flatMap((step) => buckets.get(toBucket(time) + step) ?? []);
    return near.some((other) => Math.abs(other - time) <= sameMs);
  };
  const added = listTurns(reported).filter((turn) => !isKnown(turn));
  return added.length === 0
    ? { turns: known, isMore: false }
    : { turns: toStoredTurns([...before, ...added]), isMore: true };
}

/** Without texts: an error is one of no type, and tools are not named. What the roll-ups count stays, except tools. */
export function toEmptyTurns(stored: StoredTurns): StoredTurns {
  return toStoredTurns(
    listTurns(stored).map(({ error, errorType, tools: _tools, ...turn }) =>
      isFailed({ ...turn, error, errorType }) ? { ...turn, errorType: 'Error' } : turn,
    ),
  );
}

function omitBlank({ model = '', errorType = '', ...turn }: Turn): Turn {
  return {
    ...turn,
    date: new Date(turn.date).toISOString(),
    ...(model.trim() !== '' && { model: model.trim() }),
    ...(errorType.trim() !== '' && { errorType: errorType.trim() }),
  };
}

const highestInteger = 2 ** 31 - 1;

/** The columns by which the log lists and filters turns; null where the turns say nothing. */
interface TurnColumns {
  readonly slowestMs: number | null;
  readonly tokens: number | null;
  readonly failure: string | null;
  /** Lists of distinct names, as JSON. */
  readonly models: string | null;
  readonly tools: string | null;
  readonly failedTools: string | null;
}

function toTurnColumns(list: readonly Turn[]): TurnColumns {
  const last = list.at(-1);
  return {
    slowestMs: highest(list.flatMap(({ durationMs }) => durationMs ?? [])),
    tokens: sum(list.flatMap(({ inputTokens, outputTokens }) => [inputTokens ?? [], outputTokens ?? []].flat())),
    failure: last ? toFailure(last) : null,
    models: toNames(list.map(({ model }) => model)),
    tools: toNames(list.flatMap(listTools)),
    failedTools: toNames(list.flatMap(listFailedTools)),
  };
}

const listTools = ({ tools = [] }: Turn) => tools.map(({ name }) => name);
const listFailedTools = ({ tools = [] }: Turn) => tools.flatMap(({ name, error }) => (error === undefined ? [] : name));

/** Each name once, as JSON; null for none. */
function toNames(names: readonly (string | undefined)[]): string | null {
  const distinct = [...new Set(names)].filter((name) => name !== undefined);
  return distinct.length === 0 ? null : JSON.stringify(distinct);
}

const highest = (numbers: readonly number[]) =>
  numbers.length === 0 ? null : numbers.reduce((one, other) => Math.max(one, other));

const sum = (numbers: readonly number[]) =>
  numbers.length === 0
    ? null
    : Math.min(
        numbers.reduce((one, other) => one + other),
        highestInteger,
      );

const failureLength = 100;

/** Words with a digit, for example ids, and addresses. */
const particulars = /[^\s@]*@\S*|[\p{L}\p{N}_-]*\p{N}[\p{L}\p{N}_-]*/gu;
const isKept = (word: string) => /^\p{N}{1,3}$/u.test(word);

/**
 * Why a turn failed, as errors are grouped: its type, else the first line of the error; without ids and addresses, which would
 * make each failure a group of its own. Null where it did not fail.
 */
function toFailure({ error, errorType }: Turn): string | null {
  const reason = errorType ?? error;
  if (reason === undefined) return null;
  const [line = ''] = reason.trim().split(/[\r\n]/u, 1);
  const grouped = line.replaceAll(particulars, (word) => (isKept(word) ? word : '…'));
  return Array.from(grouped).slice(0, failureLength).join('').trim() || 'Error';
}

export const noTurnColumns: TurnColumns = toTurnColumns([]);
