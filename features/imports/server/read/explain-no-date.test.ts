import { expect, test } from 'vitest';
import { listSettingsFaults } from '#features/imports/contract/import-settings.ts';
import { explainNoDate } from './explain-no-date.ts';
import { readBeginning } from './read-beginning.ts';

const now = new Date('2026-11-26T12:00:00Z');

/** The sentence about dates of a table with these values in the column of that name. */
function explain(name: string, values: readonly string[]): string {
  const rows = values.map((value, at) => `c-1,${value},${at % 2 === 0 ? 'user' : 'bot'},Hello there`);
  const bytes = Buffer.from([`Conversation ID,${name},Sender,Message`, ...rows].join('\n'));
  const file = { bytes, isLast: true, settings: undefined, timeZone: 'Europe/Tallinn', now };
  const { found, settings } = readBeginning(file);
  const faults = explainNoDate(listSettingsFaults(settings), found, settings.csv?.columns ?? {}, now);
  return faults.find(({ path }) => path.endsWith('.date'))?.message ?? '';
}

test.each([
  [
    'Created',
    ['gestern', 'heute'],
    'Choose a column. No dates were found: “Created” has “gestern”, which is no date that is known here.',
  ],
  [
    'Ref',
    ['A-12', 'A-13'],
    'Choose a column. No dates were found: “Ref” has “A-12”, which is no date that is known here.',
  ],
  [
    'Ref',
    ['46022', '46023'],
    'Choose a column. No dates were found: “Ref” has “46022”, a number or date of many meanings.',
  ],
  ...[
    ['03.02.', '04.02.'],
    ['3.2. 10:15', '3.2. 10:16'],
    ['3/2 10:15', '3/2 10:16'],
  ].map((values): [string, string[], string] => [
    'Zeit',
    values,
    `Choose a column. No dates were found: “Zeit” has “${values[0]}”, where the year is missing: write it in the file.`,
  ]),
  ['Mood', ['good', 'bad'], 'Choose a column. No column has dates, and each message needs one.'],
  ['Created', ['2026-01-02', '2026-01-03'], ''],
])('%s with %j', (name, values, message) => {
  expect(explain(name, values)).toBe(message);
});
