import type { ColumnChoice, ColumnRole, RowLayout } from '#features/imports/contract/import-settings.ts';
import { assistantWords, columnNames, hasWordOf, isOfUser, namesWriter, rankName, userWords } from './column-names.ts';
import { findDateFormats, readDate } from './parse-date.ts';

type Rows = ReadonlyArray<readonly string[]>;

interface Guessing {
  /** Empty where the file has no names of columns. */
  readonly header: readonly string[];
  readonly rows: Rows;
  readonly now: Date;
}

const valuesOf = (rows: Rows, column: number): string[] =>
  rows.map((row) => (row[column] ?? '').trim()).filter((value) => value !== '');

const mostSpeakers = 20;

/** Whether values of a column can say who speaks: few, and short. */
function isSpeaker(values: readonly string[]): boolean {
  const distinct = new Set(values);
  return distinct.size <= mostSpeakers && values.every((value) => value.length <= 60);
}

const isTimeOfDay = (value: string) => /^\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[ap]\.?m\.?)?$/i.test(value);

/** Tests of a column's first values, by role; a role without one takes any column. */
const fits: Partial<Record<ColumnRole, (values: readonly string[], now: Date) => boolean>> = {
  date: (values, now) => values.length === 0 || findDateFormats(values.slice(0, 50), now).length > 0,
  speaker: isSpeaker,
  time: (values) => values.length > 0 && values.every(isTimeOfDay),
};

/**
 * Which column holds what: by the names of columns, the likeliest first, else by what they hold. A column holds one thing.
 */
export function guessColumns({ header, rows, now }: Guessing): { layout: RowLayout; columns: ColumnChoice } {
  const taken = new Map<ColumnRole, number>();
  const width = Math.max(header.length, ...rows.map((row) => row.length));
  const free = () =>
    Array.from({ length: width }, (_, column) => column).filter((column) => ![...taken.values()].includes(column));
  for (const [role] of columnNames) {
    const named = free().flatMap((column) => {
      const rank = rankName(role, header[column] ?? '');
      return rank === undefined ? [] : [{ column, rank }];
    });
    const fit = fits[role] ?? (() => true);
    const fitting = named
      .filter(({ column }) => fit(valuesOf(rows, column), now))
      .toSorted((one, other) => one.rank - other.rank || one.column - other.column);
    // Beside a column of names, the one with the words of both sides says who speaks.
    const best = (role === 'speaker' && fitting.find(({ column }) => saysSides(valuesOf(rows, column)))) || fitting[0];
    if (best) taken.set(role, best.column);
  }
  dropSharedMessage(rows, taken);
  findQuestions({ header, rows, taken, free });
  findNamedSpeaker(rows, taken);
  const layout = taken.has('question') && taken.has('answer') ? 'exchange' : 'message';
  if (layout === 'message') {
    taken.delete('question');
    taken.delete('answer');
  } else {
    taken.delete('speaker');
    taken.delete('text');
  }
  findWriter({ header, rows, taken, free });
  guessByContent({ rows, now, layout, taken, free });
  return { layout, columns: Object.fromEntries(taken) };
}

const saysSides = (values: readonly string[]): boolean =>
  values.some((value) => assistantWords.test(value)) && values.some((value) => userWords.test(value));

/** An `id` that rows share is that of no message; without a name of its own it can be that of a conversation. */
function dropSharedMessage(rows: Rows, taken: Map<ColumnRole, number>): void {
  const column = taken.get('message');
  if (column !== undefined && !taken.has('conversation') && isKeyColumn(rows, column)) taken.delete('message');
}

type Taking = Pick<Unnamed, 'rows' | 'taken' | 'free'>;

/** Finds a column of questions and one of answers, where no column names the speaker. */
function findQuestions({ header, taken, free }: Taking & { readonly header: readonly string[] }): void {
  if (taken.has('speaker')) return;
  for (const role of ['answer', 'question'] as const) {
    const column = taken.has(role) ? undefined : free().find((each) => hasWordOf(role, header[each] ?? ''));
    if (column !== undefined) taken.set(role, column);
  }
}

/** A column of names says who speaks where the assistant is one of them. */
function findNamedSpeaker(rows: Rows, taken: Map<ColumnRole, number>): void {
  if (taken.has('speaker') || (taken.has('question') && taken.has('answer'))) return;
  for (const role of ['userName', 'user'] as const) {
    const column = taken.get(role);
    const values = column === undefined ? [] : valuesOf(rows, column);
    if (column === undefined || !values.some((value) => value.length > 2 && assistantWords.test(value))) continue;
    taken.delete(role);
    taken.set('speaker', column);
    return;
  }
}

/**
 * Beside questions and answers, or a column with the sides such as `Absendertyp`, one of writers, such as `Absender`, names the
 * users; the names beside the assistant's messages are not read.
 */
function findWriter({ header, rows, taken, free }: Taking & { readonly header: readonly string[] }): void {
  const speaker = taken.get('speaker');
  if (speaker !== undefined && !valuesOf(rows, speaker).some((value) => assistantWords.test(value))) return;
  for (const column of free().filter((each) => namesWriter(header[each] ?? ''))) {
    const names = valuesOf(rows, column).filter((value) => !assistantWords.test(value) && !userWords.test(value));
    const role = names.every((name) => /^[\p{L}\p{M}'’.,() -]+$/u.test(name)) ? 'userName' : 'user';
    if (names.length > 0 && names.every(({ length }) => length <= 60) && !taken.has(role)) taken.set(role, column);
  }
}

interface Unnamed {
  readonly rows: Rows;
  readonly now: Date;
  readonly layout: RowLayout;
  readonly taken: Map<ColumnRole, number>;
  readonly free: () => number[];
}

/** Only where dates are found: without them the rows are no log. */
function guessByContent({ rows, now, layout, taken, free }: Unnamed): void {
  const guess = (role: ColumnRole, find: () => number | undefined) => {
    if (taken.has(role)) return;
    const column = find();
    if (column !== undefined) taken.set(role, column);
  };
  guess('date', () => free().find((column) => isDateColumn(valuesOf(rows, column), now)));
  if (!taken.has('date') || layout === 'exchange') return;
  guess('speaker', () =>
    free().find((column) => {
      const values = valuesOf(rows, column);
      const speaks = values.filter((value) => assistantWords.test(value) || userWords.test(value));
      return isSpeaker(values) && speaks.some((value) => value.length > 3) && speaks.length * 2 >= values.length;
    }),
  );
  guess('conversation', () => free().find((column) => isKeyColumn(rows, column)));
  guess('text', () => {
    const lengths = free().map((column) => ({ column, length: valuesOf(rows, column).join('').length }));
    return lengths.toSorted((one, other) => other.length - one.length)[0]?.column;
  });
}

/** Written dates; a number may be anything else. */
function isDateColumn(values: readonly string[], now: Date): boolean {
  const sample = values.slice(0, 50);
  const [format] = findDateFormats(sample, now);
  if (format === undefined) return false;
  if (format.startsWith('excel') && !sample.every((value) => /[.,]\d{3,}/.test(value))) return false;
  return sample.filter((value) => readDate(value, format)).length >= sample.length * 0.8;
}

/** Filled in each row, without blanks, and the same in some rows. */
function isKeyColumn(rows: Rows, column: number): boolean {
  const values = valuesOf(rows, column);
  return (
    values.length === rows.length && new Set(values).size < values.length && values.every((value) => !/\s/.test(value))
  );
}

/** The values of a column that mean the assistant; the usual word where none is known. */
export function findAssistant(header: string | undefined, values: readonly string[]): string[] {
  const distinct = [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))];
  const words = header !== undefined && isOfUser(header) ? userWords : assistantWords;
  const found = distinct.filter((value) => words.test(value));
  if (found.length > 0) return found.slice(0, mostSpeakers);
  // Where the users are known by their word, and one other value is left, that one answers.
  const others = distinct.filter((value) => !userWords.test(value));
  return others.length === 1 && distinct.length > 1 ? others : ['assistant'];
}
