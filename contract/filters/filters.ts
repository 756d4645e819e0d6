/**
 * A condition that narrows a list down: all that is known of it but its SQL. The query of its endpoint (`toFilterShape`), its
 * parameter of the page's address (`web/lib/filter-address.ts`), its control (`web/records/filter-controls.tsx`) and its words follow.
 */
export interface Filter<Value> {
  readonly kind: 'flag' | 'integer' | 'choice' | 'choices' | 'texts' | 'ids' | 'text' | 'id' | 'day';
  /** The condition in the words of a prepared file, one for each part. */
  readonly toWords: (value: Value) => readonly string[];
  /** The parameter of the page's address, where it has another name than the filter. */
  readonly address?: string | undefined;
  /** The label of its control; without one the page has a control of its own. */
  readonly label?: string | undefined;
  /** The meaning of the condition, where the label is not enough. */
  readonly hint?: string | undefined;
  /** The labels of the values of `choice` and `choices`, in their order. */
  readonly values?: Readonly<Record<string, string>> | undefined;
  /** The lowest and the highest integer. */
  readonly min?: number;
  readonly max?: number;
  /** Characters of a text. */
  readonly maxLength?: number;
  /** Texts of a list. */
  readonly most?: number;
  /** Whether an empty text is a value of its own. */
  readonly mayBeEmpty?: boolean | undefined;
  /** The name of a value in the error of a wrong one. */
  readonly noun?: string | undefined;
}

/** Filters of a list by the name in its query. */
export type Filters = Readonly<Record<string, Filter<never>>>;

/** The value of a filter in a query. */
export type ValueOf<Each> = Each extends Filter<infer Value> ? Value : never;

/** The query of filters. Without a value nothing is left out. */
export type FilterValues<All extends Filters> = { readonly [Name in keyof All]?: ValueOf<All[Name]> | undefined };

interface Control {
  readonly label?: string;
  readonly hint?: string;
}

/** Whether a condition holds, e.g. `unanswered`; `yes` and `no` are its words. */
export const flag = ({ yes, no, ...control }: Control & Record<'yes' | 'no', string>): Filter<boolean> => ({
  kind: 'flag',
  ...control,
  toWords: (value) => [value ? yes : no],
});

interface IntegerFacts extends Record<'min' | 'max', number> {
  readonly address?: string;
  readonly toWord: (value: number) => string;
}

/** An integer, e.g. an hour. */
export const integer = ({ toWord, ...facts }: IntegerFacts): Filter<number> => ({
  kind: 'integer',
  ...facts,
  toWords: (value) => [toWord(value)],
});

interface ChoiceFacts<Value extends string> extends Control {
  /** The labels by value. */
  readonly values: Readonly<Record<Value, string>>;
  readonly noun: string;
  readonly toWord?: (value: Value) => string;
}

/** One of fixed values. */
export const choice = <Value extends string>({ toWord, ...facts }: ChoiceFacts<Value>): Filter<Value> => ({
  kind: 'choice',
  ...facts,
  toWords: (value) => (toWord ? [toWord(value)] : toList(facts.noun, [value])),
});

/** Some of fixed values, of which one is enough. */
export const choices = <Value extends string>({ toWord, ...facts }: ChoiceFacts<Value>): Filter<Value[]> => ({
  kind: 'choices',
  ...facts,
  toWords: (values) => (toWord ? values.map(toWord) : toList(facts.noun, values)),
});

interface TextsFacts extends Record<'most' | 'maxLength', number> {
  readonly noun: string;
  readonly mayBeEmpty?: boolean;
}

/** Some of the texts that the list holds, of which one is enough, e.g. names of tools. */
export const texts = (facts: TextsFacts): Filter<string[]> => ({
  kind: 'texts',
  ...facts,
  toWords: (values) => toList(facts.noun, values),
});

const toSingular = (noun: string) => noun.replace(/ies$/, 'ys').replace(/s$/, '');

/** Some records, of which one is enough; `noun` in the plural. */
export const ids = (facts: Omit<TextsFacts, 'mayBeEmpty'>): Filter<string[]> => ({
  kind: 'ids',
  ...facts,
  toWords: ({ length }) => {
    if (length === 0) return [];
    return [`${length.toLocaleString('en')} ${length === 1 ? toSingular(facts.noun) : facts.noun}`];
  },
});

/** A text that is typed. */
export const text = (facts: {
  readonly maxLength: number;
  readonly toWord: (value: string) => string;
}): Filter<string> => ({
  kind: 'text',
  maxLength: facts.maxLength,
  toWords: (value) => (value === '' ? [] : [facts.toWord(value)]),
});

/** The id of one record. */
export const id = (word: string): Filter<string> => ({ kind: 'id', toWords: () => [word] });

/** A day of the company’s zone, as `2026-11-01`. */
export const day = (toWord: (value: string) => string): Filter<string> => ({
  kind: 'day',
  toWords: (value) => [toWord(value)],
});

const toList = (noun: string, values: readonly string[]) =>
  values.length === 0 ? [] : [`${noun}: ${values.map((value) => value || 'not named').join(', ')}`];

/** The conditions of a query in words, in the order of the filters. */
export function listWords<All extends Filters>(filters: All, query: FilterValues<All>): string[] {
  return listEntries(filters).flatMap(([name, { toWords }]) => {
    const value = query[name];
    return value === undefined ? [] : toWords(value as never);
  });
}

/** The filters with their names, in their order. */
export const listEntries = <All extends Filters>(filters: All) =>
  Object.entries(filters) as ReadonlyArray<[name: keyof All & string, filter: Filter<never>]>;
