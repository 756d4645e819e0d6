import { expect, test } from 'vitest';
import { describeChoice, findOptions, toggleChoice } from './filter-options.ts';

const options = [
  { value: '1', label: 'Leave request' },
  { value: '2', label: 'Anna Berg', detail: 'anna@acme.example, anna@north.example' },
];

test('options are found by any of their words, without regard to case', () => {
  expect(findOptions(options, ' LEAVE ').map(({ value }) => value)).toEqual(['1']);
  expect(findOptions(options, 'north').map(({ value }) => value)).toEqual(['2']);
  expect(findOptions(options, '')).toBe(options);
  expect(findOptions(options, '.*')).toEqual([]);
});

test('the closed filter says what is chosen', () => {
  expect(describeChoice(options, [])).toBe('All');
  expect(describeChoice(options, ['2'])).toBe('Anna Berg');
  expect(describeChoice(options, ['gone'])).toBe('1 selected');
  expect(describeChoice(options, ['1', '2'])).toBe('2 selected');
});

test('a choice is added and taken back', () => {
  expect(toggleChoice([], '1')).toEqual(['1']);
  expect(toggleChoice(['1', '2'], '1')).toEqual(['2']);
});
