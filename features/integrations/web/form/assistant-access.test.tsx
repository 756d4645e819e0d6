import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { KeyGrant } from '#features/integrations/contract/integrations.ts';
import { MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { erp } from '../testing/integrations.ts';
import { openIntegrationPage } from '../testing/open-integration-page.tsx';

const production: KeyGrant = {
  keyId: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d33',
  keyName: 'Production',
  hint: 'Ab_9',
  grantedBy: null,
  grantedAt: null,
};
const granted = { ...production, grantedBy: 'Maarja Kask', grantedAt: '2026-11-03T10:00:00.000Z' };

const open = (integrations: MockedEndpoints['integrations']) =>
  openIntegrationPage(`/connections/sap/erp/${erp.id}`, { integrations: { get: erp, ...integrations } });
const findRow = async () => within(await screen.findByRole('list', { name: 'Intake keys' })).getByRole('listitem');

test('an intake key is granted the credentials, and loses them again', async () => {
  const { api, person } = await open({ listGrants: [production], createGrant: granted, deleteGrant: production });
  expect((await findRow()).textContent).toContain('Productionends with …Ab_9'.replace('ends', ' ends'));
  expect((await findRow()).textContent).toContain('Not granted');
  api.change({ integrations: { listGrants: [granted] } });
  await person.click(screen.getByRole('button', { name: 'Grant access: Production' }));
  await screen.findByText('Production can read the credentials.');
  expect(api.getCalls('integrations.createGrant').map(({ params }) => params)).toEqual([
    { id: erp.id, keyId: production.keyId },
  ]);
  expect((await findRow()).textContent).toContain('Granted by Maarja Kask, 3 Nov 2026, 12:00:00');
  api.change({ integrations: { listGrants: [production] } });
  await person.click(screen.getByRole('button', { name: 'Revoke access: Production' }));
  await screen.findByText('Production can no longer read the credentials.');
  await waitFor(() => expect(screen.queryByText(/Maarja Kask/)).toBeNull());
});

test('a denied grant is reported, and the row stays as it is', async () => {
  const { person } = await open({ listGrants: [production], createGrant: new MockedProblem('record.not-found') });
  await findRow();
  await person.click(screen.getByRole('button', { name: 'Grant access: Production' }));
  await screen.findByText('This record does not exist.');
  expect((await findRow()).textContent).toContain('Not granted');
});

test('without an intake key the section leads to where one is created', async () => {
  await open({ listGrants: [] });
  expect((await screen.findByRole('link', { name: 'Create a key' })).getAttribute('href')).toBe('/integrations/intake');
});

test('keys that cannot be loaded are reported in their section, and asked for again', async () => {
  const { api, person } = await open({ listGrants: new MockedProblem('service.unavailable') });
  await screen.findByText(/The service is not available right now/);
  api.change({ integrations: { listGrants: [production] } });
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await findRow();
});
