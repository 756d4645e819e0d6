import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OwnCostRates } from '#features/money/contract/own-costs.ts';
import { getCapabilities } from '#contract/capabilities.ts';
import { fill } from '#web/testing/fill.ts';
import { MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { makeSkill } from '../testing/make-skill.ts';
import { openSkills } from '../testing/open-skills.tsx';
import { OwnCost } from './own-cost.tsx';
import { listCells } from '#web/testing/list-cells.ts';

const rates: OwnCostRates = {
  presentPrice: 0.02,
  today: '2026-11-22',
  rates: [
    { price: null, validFrom: '2026-12-01', createdAt: '2026-11-22T10:00:00.000Z', createdBy: 'Anna Admin' },
    { price: 0.02, validFrom: '2026-10-01', createdAt: '2026-10-20T10:00:00.000Z', createdBy: 'Anna Admin' },
  ],
};

const Page = () => <OwnCost skill={makeSkill({ name: 'Leave requests' })} />;

const open = (ownCosts: MockedEndpoints['ownCosts'] = {}, user = {}) =>
  openSkills({ Page, path: '/skills', endpoints: { ownCosts: { listRates: rates, ...ownCosts } }, user });

test('shows the rates, and sets one from a past day on', async () => {
  const { api, person } = open({ createRate: { ...rates, presentPrice: 0.025 } });
  await screen.findByText('Today €0.02 per request.');
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(rows.map((row) => listCells(row)[1]?.textContent)).toEqual(['No own cost', '€0.02']);
  await person.click(screen.getByRole('button', { name: 'Set own cost' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Own cost of Leave requests' }));
  await fill(person, dialog.getByLabelText('Price per request in euros'), '0,025');
  await person.clear(dialog.getByLabelText('From'));
  await fill(person, dialog.getByLabelText('From'), '2026-11-01');
  await person.click(dialog.getByRole('button', { name: 'Set own cost' }));
  await screen.findByText('The own cost has been set.');
  await screen.findByText('Today €0.0250 per request.');
  expect(api.getCalls('ownCosts.createRate')[0]?.body).toEqual({ price: 0.025, validFrom: '2026-11-01' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('who may only read billing sets nothing, and a skill without a rate says so', async () => {
  const capabilities = getCapabilities({ roles: ['User'], isProvider: false });
  open({ listRates: { ...rates, presentPrice: null, rates: [] } }, { capabilities });
  await screen.findByText('No own cost has been set.');
  expect(screen.queryByRole('button', { name: 'Set own cost' })).toBeNull();
});

test('a failure can be retried', async () => {
  const { api, person } = open({ listRates: new MockedProblem('internal') });
  const retry = await screen.findByRole('button', { name: /again/i });
  api.change({ ownCosts: { listRates: rates } });
  await person.click(retry);
  await screen.findByText('Today €0.02 per request.');
});
