import { expect, test } from 'vitest';
import { filterVendors, matchesIntegration } from '#features/integrations/contract/integration-filters.ts';
import { settings } from '#web/lib/settings.ts';
import { findRecords, sortRecords, toSearchable, type SortOrder } from '#web/ui/records/find-records.ts';
import { integrationColumns, parseIntegrationsAddress } from './integration-columns.tsx';
import { matchesFilter, toListedIntegrations, type IntegrationsFilter } from './listed-integrations.ts';
import { assistant, erp, slack } from '../testing/integrations.ts';

const crm = { ...erp, id: '4', name: 'Leads', provider: 'Salesforce', service: 'crm', category: 'CRM' } as const;
const dynamics = { ...erp, id: '5', name: 'Stock', provider: 'Microsoft', service: 'dynamics', status: true } as const;
const gateway = {
  ...erp,
  id: '6',
  name: 'House',
  provider: 'the provider',
  service: 'gateway',
  category: 'TP',
} as const;
const listed = toListedIntegrations([assistant, erp, slack, crm, dynamics, gateway]);

const filterListed = (rows: typeof listed, { search = '', ...filter }: IntegrationsFilter & { search?: string }) =>
  findRecords(toSearchable(rows, integrationColumns), search).filter((each) => matchesFilter(each, filter));
const namesOf = (rows: readonly (typeof listed)[number][]) => rows.map(({ integration }) => integration.name);
/** A file has what the list shows. */
const find = (filter: Parameters<typeof filterListed>[1]) => {
  const names = namesOf(filterListed(listed, filter));
  const written = listed.filter(({ integration }) => matchesIntegration(integration, filter, settings.brand.provider));
  expect(namesOf(written)).toEqual(names);
  return names;
};

test('the search is a literal part of name, service or provider, without regard to case', () => {
  expect(find({ search: 'HELP' })).toEqual(['Helpdesk assistant']);
  expect(find({ search: 'watson' })).toEqual(['Helpdesk assistant']);
  expect(find({ search: 'sales' })).toEqual(['Leads']);
  expect(find({ search: ' (north' })).toEqual(['Finance (North)']);
  expect(find({ search: '.*' })).toEqual([]);
  expect(find({ search: '  ' })).toHaveLength(6);
});

test('neither a unique ID nor a run from one column into the next is found', () => {
  expect(find({ search: 'HELPDESK-1' })).toEqual([]);
  expect(find({ search: 'assistantIBM' })).toEqual([]);
});

test('a provider and a status are compared exactly', () => {
  expect(find({ provider: 'SAP' })).toEqual(['Finance (North)']);
  expect(find({ provider: 'provider' })).toEqual(['House']);
  expect(find({ status: 'Active' })).toEqual(['Helpdesk assistant', 'All hands', 'Stock']);
  expect(find({ status: 'Disabled' })).toEqual(['Finance (North)', 'Leads', 'House']);
});

test('a category keeps the integrations whose provider belongs to it, whatever their own category', () => {
  expect(find({ category: 'ERP' })).toEqual(['Finance (North)', 'Stock']);
  expect(find({ category: 'CRM' })).toEqual(['Finance (North)', 'Leads', 'Stock']);
  expect(find({ category: 'TP' })).toEqual(['Helpdesk assistant']);
  expect(find({ category: 'CT' })).toEqual(['All hands']);
});

test('an integration has to match every filter', () => {
  expect(find({ category: 'CRM', status: 'Disabled', search: 'e', provider: 'SAP' })).toEqual(['Finance (North)']);
  expect(find({ category: 'CT', provider: 'SAP' })).toEqual([]);
});

test('an integration of an unknown vendor is listed with its stored names', () => {
  const [unknown] = toListedIntegrations([{ ...erp, provider: 'Baan', service: 'iv' }]);
  expect(unknown).toMatchObject({ provider: 'Baan', service: 'iv' });
  expect(unknown && matchesFilter(unknown, { category: 'ERP' })).toBe(false);
});

test('the status orders the list, and equal rows keep the server’s order in both directions', () => {
  const order = (sort: SortOrder) => namesOf(sortRecords(listed, integrationColumns, sort));
  expect(order({ sortBy: 'name' })[0]).toBe('All hands');
  expect(order({ sortBy: 'status' })).toEqual([
    'Helpdesk assistant',
    'All hands',
    'Stock',
    'Finance (North)',
    'Leads',
    'House',
  ]);
  expect(order({ sortBy: 'status', order: 'descending' }).slice(0, 3)).toEqual(['Finance (North)', 'Leads', 'House']);
});

test('two thousand integrations are filtered within 50 ms', () => {
  const many = toListedIntegrations(
    Array.from({ length: 2000 }, (_, index) => ({ ...erp, id: String(index), name: `System ${index}` })),
  );
  // The shortest of some: during others the thread waits for a processor.
  const times = Array.from({ length: 20 }, () => {
    const startedAt = performance.now();
    expect(filterListed(many, { search: 'system 199', category: 'ERP', status: 'Disabled' })).toHaveLength(11);
    return performance.now() - startedAt;
  });
  expect(Math.min(...times)).toBeLessThan(50);
});

test('every filter and the order are read from the address', () => {
  const address = {
    search: 'erp',
    provider: 'SAP',
    category: 'ERP',
    status: 'Disabled',
    sortBy: 'name',
    order: 'descending',
  };
  expect(parseIntegrationsAddress(address)).toEqual(address);
  expect(parseIntegrationsAddress({ provider: 'Acme', category: 'erp', status: '', sortBy: 'id' })).toEqual({});
});

test('Active means active, and any other status that is not empty disabled', () => {
  expect(parseIntegrationsAddress({ status: 'Active' })).toEqual({ status: 'Active' });
  expect(parseIntegrationsAddress({ status: 'off' })).toEqual({ status: 'Disabled' });
  expect(parseIntegrationsAddress({ status: false })).toEqual({ status: 'Disabled' });
});

test('the provider filter has the seven options of the specification', () => {
  const keys = ['SAP', 'IBM', 'provider', 'Google', 'Microsoft', 'Slack', 'Oracle'];
  expect(filterVendors.map(({ key }) => key)).toEqual(keys);
});
