import { expect, test } from 'vitest';
import type { TablePart } from '#contract/conversations/message-parts.ts';
import { filterRows, formatCell, listCardFields, listFields, listFilters } from './table-cards.ts';

const row = { a: 1, b: 'two', c: true, d: null, e: 5, f: 6, g: 7 };
const table = (different: Partial<TablePart> = {}): TablePart => ({ type: 'table', sourceData: [row], ...different });
const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name).join('');

test('a card shows at most six fields unless the table requires certain ones', () => {
  expect(names(listCardFields(table()))).toBe('abcdef');
  expect(names(listCardFields(table({ requiredFields: ['g', 'a', 'g'] })))).toBe('ga');
  expect(names(listCardFields(table({ requiredFields: [...'abcdefg'] })))).toBe('abcdefg');
  expect(names(listCardFields(table({ requiredFields: [] })))).toBe('abcdef');
});

test('fields of the legend come first under its names, the others under their own', () => {
  const fields = listFields(table({ legend: { g: 'Seven', a: '', z: 'Not there' } }));
  expect(names(fields)).toBe('gazbcdef');
  expect(fields.slice(0, 3).map(({ label }) => label)).toEqual(['Seven', 'a', 'Not there']);
});

test('a field of a later row is listed', () => {
  expect(names(listFields(table({ sourceData: [{ a: 1 }, { b: 2 }] })))).toBe('ab');
});

test('cells show text, numbers and Yes or No', () => {
  expect([...'abcdz'].map((name) => formatCell(row, name))).toEqual(['1', 'two', 'Yes', '', '']);
  expect(formatCell({}, 'constructor')).toBe('');
  expect(formatCell({}, '__proto__')).toBe('');
});

test('a field of few values is filtered by choice, one of many by typed text', () => {
  const sourceData = Array.from({ length: 10_000 }, (_, index) => ({
    id: `N-${index}`,
    state: index % 2 ? 'Open' : 'Paid',
  }));
  const filters = listFilters(table({ sourceData, filters: ['state', 'id', 'state'], legend: { state: 'State' } }));
  expect(filters).toEqual([
    { name: 'state', label: 'State', choices: ['Open', 'Paid'] },
    { name: 'id', label: 'id', choices: undefined },
  ]);
  const wanted = new Map([
    ['state', 'Open'],
    ['id', ' n-99'],
  ]);
  expect(filterRows(sourceData, filters, wanted).length).toBe(56);
  expect(filterRows(sourceData, filters, new Map([['state', '']]))).toBe(sourceData);
});

test('names of Object.prototype are ordinary fields', () => {
  const sourceData = [JSON.parse('{"__proto__":"x","constructor":"y"}') as Record<string, string>];
  const filters = listFilters(table({ sourceData, filters: ['__proto__', 'constructor'] }));
  expect(filters.map(({ choices }) => choices)).toEqual([['x'], ['y']]);
  expect(filterRows(sourceData, filters, new Map())).toHaveLength(1);
});
