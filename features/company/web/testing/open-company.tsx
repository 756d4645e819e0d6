import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import type { Company } from '#features/company/contract/company.ts';
import type { User } from '#features/people/contract/users.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, picture, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { CompanyPage } from '../company-page.tsx';

export const acme: Company = {
  companyName: 'Acme Manufacturing',
  vatNumber: 'EE100366327',
  country: 'Estonia',
  address_1: 'Narva mnt 5',
  address_2: null,
  region: 'Harjumaa',
  city: 'Tallinn',
  zip: '10117',
  invoiceReference: null,
  peppolId: null,
  billingEmail: null,
  primaryContact: null,
  secondaryContact: null,
  logo: null,
  timeZone: 'Europe/Tallinn',
  timeZoneFrom: null,
  details: { currency: 'EUR', period: 'monthly', lastUpdated: '2026-11-02T08:15:00.000Z' },
  version: 3,
};

function makeUser(last: number, firstName: string, lastName: string): User {
  const id = `3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b${last}`;
  return { id, firstName, lastName, email: `${firstName.toLowerCase()}@acme.example` };
}

export const people = [
  makeUser(11, 'Ada', 'Lovelace'),
  makeUser(12, 'Alan', 'Turing'),
  makeUser(13, 'Grace', 'Hopper'),
] as const;

/** Opens the company page over mocked endpoints, which replace the usual answers. */
export async function openCompany({ company, users, ...others }: MockedEndpoints = {}) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser() },
    users: { list: [...people], ...users },
    company: { get: acme, ...company },
    files: { get: picture },
    ...others,
  });
  const page = renderPage(CompanyPage, '/settings/company');
  await screen.findByRole('textbox', { name: 'Company name' });
  return { api, page, person: userEvent.setup({ advanceTimers: advance }) };
}

/** With fake timers, user events move the clock themselves. */
function advance(durationMs: number) {
  if (vi.isFakeTimers()) vi.advanceTimersByTime(durationMs);
}

export const field = (name: string | RegExp) =>
  screen.queryByRole<HTMLInputElement>('textbox', { name }) ?? screen.getByRole<HTMLInputElement>('combobox', { name });
export const press = (name: string) => screen.getByRole('button', { name });
