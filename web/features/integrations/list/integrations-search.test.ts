import { expect, test } from 'vitest';
import { filterVendors, isFiltered, readIntegrationsSearch, toggleSort } from './integrations-search.ts';

test('every filter and the order are read from the address', () => {
  const search = {
    search: 'erp',
    provider: 'SAP',
    category: 'ERP',
    status: 'Disabled',
    sortBy: 'name',
    order: 'descending',
  };
  expect(readIntegrationsSearch(search)).toEqual(search);
  expect(readIntegrationsSearch({ search: 2020 })).toEqual({ search: '2020' });
});

test('what means nothing is left out', () => {
  expect(readIntegrationsSearch({})).toEqual({});
  expect(readIntegrationsSearch({ search: '', provider: 'Acme', category: 'erp', status: '', sortBy: 'id' })).toEqual(
    {},
  );
  expect(readIntegrationsSearch({ search: ['a'], order: 'descending', page: 3 })).toEqual({});
  expect(readIntegrationsSearch({ search: 'a'.repeat(5000) }).search).toHaveLength(200);
});

test('Active means active, and any other status that is not empty disabled', () => {
  expect(readIntegrationsSearch({ status: 'Active' })).toEqual({ status: 'Active' });
  expect(readIntegrationsSearch({ status: 'off' })).toEqual({ status: 'Disabled' });
  expect(readIntegrationsSearch({ status: false })).toEqual({ status: 'Disabled' });
});

test('the provider filter has the seven options of the specification', () => {
  expect(filterVendors.map(({ key }) => key)).toEqual([
    'SAP',
    'IBM',
    'provider',
    'Google',
    'Microsoft',
    'Slack',
    'Oracle',
  ]);
});

test('an order alone narrows nothing', () => {
  expect(isFiltered({ sortBy: 'name', order: 'descending', search: '  ' })).toBe(false);
  expect(isFiltered({ search: 'a' })).toBe(true);
  expect(isFiltered({ status: 'Active' })).toBe(true);
});

test('a column head sorts ascending, then descending, then ascending again, and keeps the filters', () => {
  const first = toggleSort({ search: 'erp', provider: 'SAP' }, 'status');
  expect(first).toEqual({ search: 'erp', provider: 'SAP', sortBy: 'status' });
  const second = toggleSort(first, 'status');
  expect(second).toEqual({ ...first, order: 'descending' });
  expect(toggleSort(second, 'status')).toEqual(first);
  expect(toggleSort(second, 'name')).toEqual({ ...first, sortBy: 'name' });
});
