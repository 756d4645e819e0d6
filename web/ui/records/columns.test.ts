import { expect, test } from 'vitest';
import { defineColumns, type Column } from './columns.ts';

const name: Column<string> = { key: 'name', label: 'Name', text: (row) => row };

test('columns that leave no width for the rest are rejected, also the narrow ones', () => {
  const rest = { ...name, key: 'rest' };
  expect(() => defineColumns([{ ...name, width: '100%' }, rest])).toThrow('The columns take 100% of the width.');
  expect(() => defineColumns([{ ...name, width: '50%', narrowWidth: '101%' }, rest])).toThrow('take 101%');
  expect(defineColumns([{ ...name, width: '99%' }, rest])).toHaveLength(2);
});

test('a table needs a column that takes the rest of the width', () => {
  expect(() => defineColumns([{ ...name, width: '20%' }])).toThrow('No column takes the rest of the width.');
});

test('two columns with one key are rejected', () => {
  expect(() => defineColumns([name, name])).toThrow('Two columns have the same key.');
});

test('a column that sorts or searches by text needs one', () => {
  const cell = () => null;
  expect(() => defineColumns([{ key: 'a', label: 'A', cell, sort: 'text' }])).toThrow('The column a has no text.');
  expect(() => defineColumns([{ key: 'b', label: 'B', cell, search: 'text' }])).toThrow('The column b has no text.');
  expect(() => defineColumns([{ key: 'c', label: 'C' }])).toThrow('The column c has no text.');
});
