import { expect, test } from 'vitest';
import type { ImportSettings } from '#features/imports/contract/import-settings.ts';
import { readCsvRow } from './csv-rows.ts';

const csv = {
  separator: ',',
  hasHeader: true,
  layout: 'message',
  dateFormat: 'iso',
  columns: { conversation: 0, date: 1, userName: 2, speaker: 3, text: 4 },
  assistantValues: ['bot'],
} satisfies ImportSettings['csv'];

const read = (...cells: string[]) => {
  const row = readCsvRow(
    { cells, number: 1 },
    { csv, timeZone: 'Europe/Tallinn', choose: (_, instants) => instants[0] },
  );
  return 'item' in row ? row.item : row;
};

test('a column of names says the user of a row, and not where the assistant speaks', () => {
  const at = '2026-02-03T10:00:00Z';
  expect(read('t1', at, 'Anna Berg', 'user', 'Where is it?')).toMatchObject({
    user: { firstName: 'Anna', lastName: 'Berg' },
  });
  expect(read('t1', at, 'Finance helper', 'bot', 'It was paid.')).not.toHaveProperty('user');
});
