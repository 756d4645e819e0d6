import { expect, test } from 'vitest';
import { auditFilters } from '#features/protection/contract/audit-filters.ts';
import { parseFilters } from '#web/lib/filter-address.ts';

const parseAuditAddress = (address: object) => parseFilters(auditFilters, address);

test('search and kind are read from the address, and meaningless values are left out', () => {
  expect(parseAuditAddress({ search: 'anna', entity: 'user' })).toEqual({ search: 'anna', entity: 'user' });
  expect(parseAuditAddress({ search: 2020, entity: 'secret', before: '7' })).toEqual({ search: '2020' });
  expect(parseAuditAddress({ search: '', entity: ['user'] })).toEqual({});
});

test('author and days are read from the address, and what is no day is left out', () => {
  expect(parseAuditAddress({ actor: 'anna', from: '2026-11-01', to: '2026-13-40' })).toEqual({
    actor: 'anna',
    from: '2026-11-01',
  });
  expect(parseAuditAddress({ actor: '', from: 'today', to: 7 })).toEqual({});
  expect(parseAuditAddress({ from: '2026-02-30', to: '2028-02-29' })).toEqual({ to: '2028-02-29' });
});
