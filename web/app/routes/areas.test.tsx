import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { acme } from '#features/company/web/testing/open-company.tsx';
import { anna, bo, carl } from '#features/people/web/users/testing/people.ts';
import { openPortal, person } from '../testing/open-portal.tsx';

beforeEach(() => {
  window.scrollTo = () => {};
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(47);
});

function open(path: string) {
  const portal = openPortal(path, { user: person(['SuperAdmin']) });
  portal.api.change({
    users: { list: [anna, bo, carl], get: bo, listRoles: ['User'] },
    company: { get: acme },
    invoices: { list: [] },
  });
  const go = async (to: string, heading: string) => {
    await portal.router.navigate({ to });
    await screen.findByRole('heading', { name: heading });
  };
  return { ...portal, go };
}

const findSearch = () => screen.findByPlaceholderText<HTMLInputElement>('Search...');

test('the browser’s Back into an area that was left brings no filter and no selection back', async () => {
  const { router, go } = open('/users?search=an');
  expect((await findSearch()).value).toBe('an');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Bo Hannula' }));
  await go('/documentation', 'Documentation');
  router.history.back();
  expect((await findSearch()).value).toBe('');
  expect(router.state.location.href).toBe('/users');
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select Bo Hannula' })).checked).toBe(false);
});

test('a form of the area does not leave it: filter and selection survive', async () => {
  const { router } = open('/users?search=an');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Bo Hannula' }));
  await userEvent.click(screen.getByRole('link', { name: /Bo/ }));
  await screen.findByRole('heading', { level: 1, name: 'Edit user' });
  router.history.back();
  expect((await findSearch()).value).toBe('an');
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select Bo Hannula' })).checked).toBe(true);
});

test('Back to a form of an area that was left, and from it to the list, leads to the whole list', async () => {
  const { router, go } = open('/users?search=an');
  await userEvent.click(await screen.findByRole('link', { name: /Bo/ }));
  await screen.findByRole('heading', { level: 1, name: 'Edit user' });
  await go('/documentation', 'Documentation');
  router.history.back();
  await screen.findByRole('heading', { level: 1, name: 'Edit user' });
  router.history.back();
  expect((await findSearch()).value).toBe('');
  expect(router.state.location.href).toBe('/users');
});

test('a link from another area brings its filters along', async () => {
  const { go } = open('/documentation');
  await go('/users?search=bo', 'User management');
  expect((await findSearch()).value).toBe('bo');
});

test('company and invoices are loaded on entering the settings area, once', async () => {
  const { api, go } = open('/documentation');
  await screen.findByRole('heading', { level: 1, name: 'Documentation' });
  expect(api.getCalls('company.get')).toHaveLength(0);
  await go('/settings/security', 'Security');
  await waitFor(() => expect(api.getCalls('company.get')).toHaveLength(1));
  expect(api.getCalls('invoices.list')).toHaveLength(1);
  await go('/settings/company', 'Company information');
  await screen.findByRole('textbox', { name: 'Company name' });
  expect(api.getCalls('company.get')).toHaveLength(1);
});
