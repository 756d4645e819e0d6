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

test.each([
  ['the marks apart from their letters', 'Отчёт й', 'Отчёт й'.normalize('NFD')],
  ['two marks in the other order', 'Đặt phòng', 'Đa\u0306\u0323t pho\u0300ng'],
  ['two marks in the other order, of a capital', 'Ǭ', 'O\u0304\u0328'],
  ['a character that is not shown before the mark', 'Café', 'Cafe\u200D\u0301'],
  ['a joiner of marks', 'Café', 'Cafe\u034F\u0301'],
  ['a capital that has no character with its mark', 'ǰ', 'J\u030C'],
])('a skill’s name with %s is the same name', (_, name, spelling) => {
  expect(spelling).not.toBe(name);
  expect(toSkillKey(spelling)).toBe(toSkillKey(name));
});

test('a name of characters that are not shown is none', () => {
  expect(toReportedSkill('\u200B\u2060')).toBeUndefined();
});
