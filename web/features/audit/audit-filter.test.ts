import { expect, test } from 'vitest';
import { auditEntities } from '#contract/audit.ts';
import { entityLabels, readAuditFilter } from './audit-filter.ts';

test('every kind of record of the contract can be filtered by', () => {
  expect(Object.keys(entityLabels)).toEqual([...auditEntities]);
});

test('search and kind are read from the address, and what means nothing is left out', () => {
  expect(readAuditFilter({ search: 'anna', entity: 'user' })).toEqual({ search: 'anna', entity: 'user' });
  expect(readAuditFilter({ search: 2020, entity: 'secret', before: '7' })).toEqual({ search: '2020' });
  expect(readAuditFilter({ search: '', entity: ['user'] })).toEqual({});
});
