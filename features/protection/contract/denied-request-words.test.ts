import { expect, test } from 'vitest';
import type { AnyContractProcedure } from '@orpc/contract';
import { contract } from '#contract/router.ts';
import { problems } from '#contract/problems.ts';
import { describeAnswer, describeOperation } from './denied-request-words.ts';
import { operationWords } from './operation-words.ts';

const endpoints = Object.values(contract).flatMap((group) => Object.values<AnyContractProcedure>(group));
/** Denied calls without an account or with an intake key are not in the audit log. */
const unrecorded = ['public', 'session', 'intake'];
const recordedIds = endpoints
  .map((each) => each['~orpc'])
  .filter(({ meta }) => !unrecorded.includes((meta as { access: string }).access))
  .map(({ route }) => route.operationId ?? '');

test('exactly the operations that need a session have words', () => {
  expect(Object.keys(operationWords).toSorted()).toEqual(recordedIds.toSorted());
});

test('an operation or answer without words is shown by its name, split into words', () => {
  expect(describeOperation('harvestsCreate')).toBe('Harvests create');
  expect(describeAnswer('users.last-super-admin')).toBe('Users last super admin');
});

test.each(['access.refused', 'record.not-found', 'files.not-found'] as const)('%s is not shown as code', (code) => {
  expect(Object.keys(problems)).toContain(code);
  expect(describeAnswer(code)).toMatch(/^(?:Denied|No such)/);
});
