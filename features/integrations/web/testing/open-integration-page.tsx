import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { mockApi, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { IntegrationPage } from '../form/integration-page.tsx';
import { session } from './integrations.ts';

const pattern = '/connections/$provider/$service/$id';

/** Shows the page of this address, whatever it turns out to be. */
export function showIntegrationPage(path: string, mocked: MockedEndpoints) {
  const api = mockApi({ session, ...mocked, integrations: { listGrants: [], ...mocked.integrations } });
  const page = renderPage(IntegrationPage, path, pattern);
  page.router.options.defaultNotFoundComponent = () => <h1>Not found</h1>;
  return { api, page, person: userEvent.setup() };
}

/** The same, once the fields of the form are there. */
export async function openIntegrationPage(path: string, mocked: MockedEndpoints) {
  const opened = showIntegrationPage(path, mocked);
  await screen.findByRole('textbox', { name: 'Unique ID' });
  return opened;
}

export const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input, select' });
export const button = (name: string) => screen.getByRole('button', { name });
/** Finds the error under a field. */
export const findErrorOf = (name: string) => {
  const ids = field(name).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').find((text) => /!$|\.$/.test(text));
};
