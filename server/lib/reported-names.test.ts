import { expect, test } from 'vitest';
import { toReportedSkill, toSkillKey } from './reported-names.ts';

test.each([
  ['a character that is not shown', 'Leave\u200B request'],
  ['a soft hyphen', 'Lea\u00ADve request'],
  ['a mark of direction', '\u202ELeave request\u202C'],
  ['full-width letters', 'Ｌｅａｖｅ request'],
  ['other spaces', ' Leave\u00A0\u2003request '],
  ['another case', 'LEAVE Request'],
])('a skill’s name with %s is the same name, so that limits and prices hold for it', (_, spelling) => {
  expect(toSkillKey(spelling)).toBe('leave request');
});

test('a name of characters that are not shown is none', () => {
  expect(toReportedSkill('\u200B\u2060')).toBeUndefined();
});
