import { expect, test } from 'vitest';
import { filterSkills, toSearchableSkills } from './filter-skills.ts';
import type { SkillFilter } from './skill-filter.ts';
import { makeSkill } from '../testing/make-skill.ts';

const skills = toSearchableSkills([
  { _id: 'x', id: 'x', name: 'Bare' },
  makeSkill({ name: 'Leave requests', description: 'Asks for days off (paid).', area: 'General' }),
  makeSkill({ name: 'Open invoices', description: 'Lists what is due.', serviceProvider: 'Steward' }),
  makeSkill({ name: 'Team chat', description: 'Writes to LEAVE lists.', domainKnowledge: 'Communication' }),
]);

const find = (filter: SkillFilter) => filterSkills(skills, filter).map(({ name }) => name);

test('the search looks at name and description, without regard to case', () => {
  expect(find({ search: 'LEAVE' })).toEqual(['Leave requests', 'Team chat']);
  expect(find({ search: ' due ' })).toEqual(['Open invoices']);
});

test('the search text is literal, and no match runs from the name into the description', () => {
  expect(find({ search: '(paid)' })).toEqual(['Leave requests']);
  expect(find({ search: '.*' })).toEqual([]);
  expect(find({ search: 'requestsAsks' })).toEqual([]);
});

test('provider, area and domain match exactly, and all of them count', () => {
  expect(find({ provider: 'Steward' })).toEqual(['Open invoices']);
  expect(find({ area: 'General' })).toEqual(['Leave requests']);
  expect(find({ domainKnowledge: 'Communication' })).toEqual(['Team chat']);
  expect(find({ domainKnowledge: 'Communication', search: 'invoices' })).toEqual([]);
  expect(find({})).toHaveLength(4);
});
