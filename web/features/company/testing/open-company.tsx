import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import type { Company } from '#contract/company.ts';
import type { User } from '#contract/users.ts';
import { mockApi } from '../../../api/testing/mock-api.ts';
import type { MockedEndpoints } from '../../../api/testing/mock-api.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { CompanyPage } from '../company-page.tsx';

export const acme: Company = {
  companyName: 'Acme Manufacturing',
  vatNumber: 'EE100200300',
  country: 'Estonia',
  address_1: 'Narva mnt 5',
  address_2: null,
  region: 'Harjumaa',
  city: 'Tallinn',
  zip: '10117',
  primaryContact: null,
  secondaryContact: null,
  logo: null,
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

type Answer = (request: Request) => Response | Promise<Response> | undefined;

/** Answers that need what the contract's mock does not pass on: the query, or bytes. `undefined` leaves it to the mock. */
function answerFirst(answer: Answer) {
  const mocked = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    return (await answer(request)) ?? mocked(request);
  });
}

const isUsersCall = (request: Request) => new URL(request.url).pathname === '/api/users';

export const getSearchText = (request: Request) => new URL(request.url).searchParams.get('stringValue');

interface OpenOptions {
  readonly company?: Partial<Company>;
  readonly endpoints?: MockedEndpoints;
  readonly answer?: Answer;
}

const token = () => ({ token: 'token', expiresAt: new Date(Date.now() + 300_000).toISOString() });

/** Opens the company page over mocked endpoints; `searches` are the texts that users were searched by. */
export async function openCompany({ company, endpoints, answer }: OpenOptions = {}) {
  const { company: companyEndpoints, ...others } = endpoints ?? {};
  const get = { ...acme, ...company };
  const api = mockApi({
    session: { createToken: token },
    users: { list: [...people] },
    company: { get, ...companyEndpoints },
    ...others,
  });
  const searches: (string | null)[] = [];
  answerFirst((request) => {
    if (isUsersCall(request)) searches.push(getSearchText(request));
    return answer?.(request);
  });
  const page = renderPage(CompanyPage, '/settings/company');
  await screen.findByRole('textbox', { name: 'Company name' });
  return { api, page, searches, person: userEvent.setup({ advanceTimers: advance }) };
}

/** With fake timers, user events move the clock themselves. */
function advance(durationMs: number) {
  if (vi.isFakeTimers()) vi.advanceTimersByTime(durationMs);
}

export const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
export const press = (name: string) => screen.getByRole('button', { name });
