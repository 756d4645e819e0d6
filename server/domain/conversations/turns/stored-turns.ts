import type { Turn } from '#contract/intake/intake.ts';

/** The turns of a conversation, oldest first, with the JSON that is stored of them. */
export interface StoredTurns {
  readonly list: readonly Turn[];
  readonly json: string;
}

/** Blank models and types of errors are left out, and dates are in UTC, as they are answered. */
export function toStoredTurns(turns: readonly Turn[]): StoredTurns {
  const list = turns.map(omitBlank).toSorted((one, other) => Date.parse(one.date) - Date.parse(other.date));
  return { list, json: JSON.stringify(list) };
}

/** Without texts: an error is one of no type, and tools are not named. What the roll-ups count stays, except tools. */
export function toEmptyTurns({ list }: StoredTurns): StoredTurns {
  return toStoredTurns(
    list.map(({ error: _error, errorType: _errorType, tools: _tools, ...turn }, index) =>
      isFailed(list[index] ?? turn) ? { ...turn, errorType: 'Error' } : turn,
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

/** Computes the columns by which the log lists and filters turns. */
export function toTurnColumns(turns: StoredTurns | null) {
  const list = turns?.list ?? [];
  const last = list.at(-1);
  return {
    turns: turns && turns.json,
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

export const isFailed = ({ error, errorType }: Turn): boolean => error !== undefined || errorType !== undefined;

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
