// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { countChoices, parseSkillFilter } from './skill-filter.ts';

test('the address holds the search text and the three choices', () => {
  const filter = { search: 'leave', provider: 'SAP', area: 'FI', domainKnowledge: 'ERP' };
  expect(parseSkillFilter(filter)).toEqual(filter);
  expect(countChoices(parseSkillFilter(filter))).toBe(3);
});

test('what no skill can have is left out of the address', () => {
  const filter = { search: '', provider: 'Oracle', area: 'fi', domainKnowledge: ['ERP'], other: 'x' };
  expect(parseSkillFilter(filter)).toEqual({});
  expect(countChoices({})).toBe(0);
});

test('a number in the address is a text, and a text without end is cut', () => {
  expect(parseSkillFilter({ search: 2020 })).toEqual({ search: '2020' });
  expect(parseSkillFilter({ search: 'x'.repeat(300) }).search).toHaveLength(200);
});
