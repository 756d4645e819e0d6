// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { IntegrationsSearch } from './integrations-search.ts';
import { filterIntegrations, sortIntegrations, toListedIntegrations } from './listed-integrations.ts';
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

const find = (filter: IntegrationsSearch) => filterIntegrations(listed, filter).map(({ labels }) => labels.name);

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

test('a category keeps the integrations whose provider belongs to it, whatever they were put in', () => {
  expect(find({ category: 'ERP' })).toEqual(['Finance (North)', 'Stock']);
  expect(find({ category: 'CRM' })).toEqual(['Finance (North)', 'Leads', 'Stock']);
  expect(find({ category: 'TP' })).toEqual(['Helpdesk assistant']);
  expect(find({ category: 'CT' })).toEqual(['All hands']);
});

test('all filters together leave what each of them leaves', () => {
  expect(find({ category: 'CRM', status: 'Disabled', search: 'e', provider: 'SAP' })).toEqual(['Finance (North)']);
  expect(find({ category: 'CT', provider: 'SAP' })).toEqual([]);
});

test('an integration of a vendor that is not known any more is listed by what is stored', () => {
  const [unknown] = toListedIntegrations([{ ...erp, provider: 'Baan', service: 'iv' }]);
  expect(unknown?.labels).toMatchObject({ provider: 'Baan', service: 'iv' });
  expect(filterIntegrations(unknown ? [unknown] : [], { category: 'ERP' })).toEqual([]);
});

test('a column orders as people read; equal ones keep the order of the server, in both directions', () => {
  const order = (search: IntegrationsSearch) => sortIntegrations(listed, search).map(({ labels }) => labels.name);
  expect(sortIntegrations(listed, {})).toBe(listed);
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

test('two thousand integrations are filtered well within a frame', () => {
  const many = toListedIntegrations(
    Array.from({ length: 2000 }, (_, index) => ({ ...erp, id: String(index), name: `System ${index}` })),
  );
  const startedAt = performance.now();
  expect(filterIntegrations(many, { search: 'system 199', category: 'ERP', status: 'Disabled' })).toHaveLength(11);
  expect(performance.now() - startedAt).toBeLessThan(50);
});
