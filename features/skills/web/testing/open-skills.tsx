import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import type { StandardPrices as StandardPricesAnswer } from '#features/skills/contract/prices/standard-prices.ts';
import { makeCurrentUser, makeToken, type MadeUser } from '#web/api/testing/make-current-user.ts';
import { mockApi, picture, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';

interface OpenOptions {
  readonly Page: ComponentType;
  readonly path: string;
  /** The route's own path, where it has parameters. */
  readonly pattern?: string;
  readonly endpoints?: MockedEndpoints;
  readonly user?: MadeUser;
}

export const standardPrices: StandardPricesAnswer = {
  presentPrice: 0.45,
  today: '2026-11-22',
  prices: [
    { price: 0.5, validFrom: '2026-12-01', createdAt: '2026-11-22T10:00:00.000Z', createdBy: 'Anna Admin' },
    { price: 0.45, validFrom: '2000-01-01', createdAt: '2026-01-01T10:00:00.000Z', createdBy: '' },
  ],
};

/** Opens a page of the skills as a SuperAdmin, over mocked endpoints. */
export function openSkills({ Page, path, pattern, endpoints = {}, user = {} }: OpenOptions) {
  const signedIn = makeCurrentUser({ roles: ['SuperAdmin'], ...user });
  const api = mockApi({
    session: { createToken: makeToken, getUser: signedIn },
    files: { get: picture },
    standardPrices: { list: standardPrices },
    ...endpoints,
  });
  const page = renderPage(Page, path, pattern);
  page.router.options.defaultNotFoundComponent = () => <h1>Not found</h1>;
  return { api, page, person: userEvent.setup() };
}

/** Markup that must be shown as text. */
export const attack = '"><img src=x onerror=alert(1)><script>alert(2)</script>javascript:alert(3)';
