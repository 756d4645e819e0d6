import { expect, test } from 'vitest';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import { describeRole } from './role-words.ts';

test('a role is said by the rights of the company, the differing ones too', () => {
  expect(describeRole('User', defaultRights)).toBe(
    'User: reads all conversations, changes company data, changes the VAT number, reads billing and usage.',
  );
  expect(describeRole('Admin', defaultRights)).toBe(
    'Admin: reads all conversations, changes company data, changes the VAT number, reads profiles of colleagues (API), reads billing and usage, reads integrations (API).',
  );
  expect(describeRole('SuperAdmin', defaultRights)).toContain('manages people');
  const narrowed = { ...defaultRights, transcripts: { ...defaultRights.transcripts, User: 'own' as const } };
  expect(describeRole('User', narrowed)).toMatch(/^User: reads own conversations, /);
});

test('a role without a right says so', () => {
  const nothing = Object.fromEntries(
    Object.entries(defaultRights).map(([right, levels]) => [right, { ...levels, User: 'none' }]),
  ) as unknown as typeof defaultRights;
  expect(describeRole('User', nothing)).toBe('User: nothing but the own profile and the figures.');
});
