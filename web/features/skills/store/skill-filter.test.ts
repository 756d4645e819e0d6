// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { countChoices, readSkillFilter } from './skill-filter.ts';

test('the address holds the search text and the three choices', () => {
  const filter = { search: 'leave', provider: 'SAP', area: 'FI', domainKnowledge: 'ERP' };
  expect(readSkillFilter(filter)).toEqual(filter);
  expect(countChoices(readSkillFilter(filter))).toBe(3);
});

test('what no skill can have is left out of the address', () => {
  const filter = { search: '', provider: 'Oracle', area: 'fi', domainKnowledge: ['ERP'], other: 'x' };
  expect(readSkillFilter(filter)).toEqual({});
  expect(countChoices({})).toBe(0);
});

test('a number in the address is a text, and a text without end is cut', () => {
  expect(readSkillFilter({ search: 2020 })).toEqual({ search: '2020' });
  expect(readSkillFilter({ search: 'x'.repeat(300) }).search).toHaveLength(200);
});
