import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { ChooseCompanyPage } from './choose-company-page.tsx';
import { rememberReturnPath } from './return-path.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const acme = '00000000-0000-4000-8000-00000000000a';
const look = '00000000-0000-4000-8000-00000000000b';
const companies = [
  { id: acme, name: 'Acme Manufacturing', addedAt: '2026-11-20T10:00:00.000Z' },
  { id: look, name: 'Acme Manufacturing Ltd', addedAt: '2026-11-02T10:00:00.000Z' },
];

async function open(session: MockedEndpoints['session'] = {}) {
  const api = mockApi({ session: { get: { state: 'chooseCompany', companies }, ...session } });
  renderPage(ChooseCompanyPage, '/choose-company');
  await screen.findByRole('heading', { level: 1, name: 'Choose your company' });
  return { api, person: userEvent.setup() };
}

test('each company is shown with the day on which it added the person', async () => {
  await open();
  const button = screen.getByRole('button', { name: 'Acme Manufacturing' });
  expect(button.getAttribute('aria-describedby')).toBe(`added-${acme}`);
  expect(document.getElementById(`added-${acme}`)?.textContent).toMatch(/^Added you on 20 Nov 2026/);
  expect(screen.getByText(/^Added you on 2 Nov 2026/)).toBeDefined();
});

test('the chosen company is opened, and the person goes on to where they wanted to go', async () => {
  rememberReturnPath('/settings/company');
  const { api, person } = await open({ chooseCompany: { state: 'signedIn' } });
  await person.click(screen.getByRole('button', { name: 'Acme Manufacturing' }));
  await screen.findByText('At /settings/company');
  expect(api.getCalls('session.chooseCompany')[0]?.body).toEqual({ companyId: acme });
});

test('a company that has removed the person meanwhile is reported', async () => {
  const { person } = await open({ chooseCompany: new MockedProblem('record.not-found') });
  await person.click(screen.getByRole('button', { name: 'Acme Manufacturing Ltd' }));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
});

test('a person who knows none of them can leave', async () => {
  const { api, person } = await open({ signOut: { state: 'signedOut' } });
  await person.click(screen.getByRole('button', { name: 'Sign in with another account' }));
  await screen.findByText('At /login');
  expect(api.getCalls('session.signOut')).toHaveLength(1);
});
