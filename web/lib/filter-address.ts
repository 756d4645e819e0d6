import { isUuid } from '#contract/uuid.ts';
import { listEntries, type Filter, type Filters, type ValueOf } from '#contract/filters/filters.ts';

type Chosen<Value> =
  Value extends ReadonlyArray<infer Element> ? readonly Element[] : Value extends boolean ? boolean : Value | undefined;

/** Choices of a page by filter: a list, which is empty for all; whether a flag is asked for; a single value, or undefined. */
export type FilterState<All extends Filters> = { readonly [Name in keyof All]: Chosen<ValueOf<All[Name]>> };

/** Longer lists would not fit into an address that every proxy accepts. */
export const maxChosen = 100;
const separator = ',';

/** Reads filters from the parameters of an address, and drops what is invalid. */
export function parseFilters<All extends Filters>(filters: All, search: object): FilterState<All> {
  const given = search as Record<string, unknown>;
  const read = listEntries(filters).map(([name, filter]) => [
    name,
    parsers[filter.kind](given[filter.address ?? name], filter),
  ]);
  return Object.fromEntries(read) as FilterState<All>;
}

/** Writes what is chosen as the parameters of an address. */
export function writeFilters<All extends Filters>(filters: All, state: FilterState<All>): Record<string, unknown> {
  const chosen = listEntries(filters).filter(([name]) => isChosen(state[name]));
  return Object.fromEntries(
    chosen.map(([name, { address, kind }]) => {
      const value: unknown = state[name];
      // Texts may hold the separator, so that the router writes them as a list.
      const isJoined = Array.isArray(value) && kind !== 'texts';
      return [address ?? name, isJoined ? value.join(separator) : value];
    }),
  );
}

/** The query of what is chosen. */
export function toFilterQuery<All extends Filters>(filters: All, state: FilterState<All>) {
  const chosen = listEntries(filters).filter(([name]) => isChosen(state[name]));
  return Object.fromEntries(chosen.map(([name]) => [name, state[name]])) as {
    [Name in keyof All]?: ValueOf<All[Name]>;
  };
}

/** Whether a value of a filter leaves anything out. */
export const isChosen = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false && value !== '';

type Parse = (value: unknown, filter: Filter<never>) => unknown;

const parsers: Readonly<Record<Filter<never>['kind'], Parse>> = {
  flag: (value) => String(value) === 'true',
  integer: (value, { min = 0, max = 0 }) => parseInteger(value, min, max),
  choice: (value, { values = {} }) => Object.keys(values).find((each) => each === value),
  choices: (value, { values = {} }) => Object.keys(values).filter((each) => parseList(value).includes(each)),
  ids: parseList,
  texts: (value, { mayBeEmpty }) => keepTexts(Array.isArray(value) ? value : [value], mayBeEmpty),
  text: (value, { maxLength }) => parseText(value)?.slice(0, maxLength),
  id: (value) => (typeof value === 'string' && isUuid(value) ? value : undefined),
  day: (value) => (typeof value === 'string' && isDay(value) ? value : undefined),
};

/** Also not 30 February, which `Date` takes for a day of March. */
function isDay(value: string): boolean {
  const date = new Date(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function parseList(value: unknown): string[] {
  return keepTexts(Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(separator) : []);
}

function keepTexts(values: readonly unknown[], mayBeEmpty = false): string[] {
  const texts = values.filter((each) => typeof each === 'string' && (mayBeEmpty || each !== ''));
  return [...new Set(texts as string[])].slice(0, maxChosen);
}

/** The router parses ?search=2020 to a number. */
function parseText(value: unknown): string | undefined {
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : undefined;
}

/** An integer of an address within its bounds. */
export function parseInteger(value: unknown, lowest: number, highest: number): number | undefined {
  const text = parseText(value);
  const number = text === undefined ? Number.NaN : Number(text);
  return Number.isInteger(number) && number >= lowest && number <= highest ? number : undefined;
}
