import type { ComponentType } from 'react';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import { mockApi, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { anna, bo, carl, currentUser, session } from './people.ts';

interface OpenFacts {
  pattern?: string;
  user?: Partial<CurrentUser>;
  analytics?: MockedEndpoints['analytics'];
}

/** Empty figures of November 2026. */
export const noFigures = {
  from: '2026-10-31T22:00:00.000Z',
  to: '2026-11-30T21:59:59.999Z',
  timeZone: 'Europe/Tallinn',
  conversations: 0,
  messages: 0,
  requests: 0,
  cost: 0,
};

/** Shows a page with the user form at its path, once its fields are there. */
export async function openUserForm(
  Page: ComponentType,
  path: string,
  users: MockedEndpoints['users'],
  { pattern = path, user = {}, analytics = {} }: OpenFacts = {},
) {
  const api = mockApi({
    session: { ...session, getUser: { ...currentUser, ...user } },
    users: { list: [anna, bo, carl], listRoles: ['SuperAdmin', 'Admin', 'User'], ...users },
    analytics: { getUserStats: noFigures, listConversations: { payloads: [], size: 0 }, ...analytics },
  });
  const page = renderPage(Page, path, pattern);
  await screen.findByRole('textbox', { name: 'First Name' });
  return { api, page, person: userEvent.setup() };
}

export const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
export const button = (name: string) => screen.getByRole('button', { name });
