import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { User } from '#features/people/contract/users.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { acme, field, openCompany, people, press } from './testing/open-company.tsx';

const listSearches = ({ api }: Awaited<ReturnType<typeof openCompany>>) =>
  api.getCalls('users.list').map(({ query }) => query['stringValue']);

const primary = () => screen.getByRole<HTMLInputElement>('combobox', { name: /Primary contact/ });
const type = (text: string) => fireEvent.change(primary(), { target: { value: text } });
const pass = (durationMs: number) => act(() => vi.advanceTimersByTimeAsync(durationMs));

afterEach(() => {
  vi.useRealTimers();
});

test('options show first last, e-mail, and choosing one fills the field', async () => {
  const { person } = await openCompany();
  await person.click(primary());
  const option = await screen.findByRole('option', { name: 'Grace Hopper, grace@acme.example' });
  await person.click(option);
  expect(primary().value).toBe('Grace Hopper, grace@acme.example');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('the chosen address is what is saved', async () => {
  const { api, person } = await openCompany();
  await person.click(primary());
  await person.click(await screen.findByRole('option', { name: /Alan/ }));
  await person.click(press('Save changes'));
  await waitFor(() =>
    expect(api.getCalls('company.update')[0]?.body).toMatchObject({
      primaryContact: 'alan@acme.example',
      secondaryContact: null,
    }),
  );
});

test('a stored contact is shown by name', async () => {
  await openCompany({ company: { get: { ...acme, primaryContact: 'ada@acme.example' } } });
  await waitFor(() => expect(primary().value).toBe('Ada Lovelace, ada@acme.example'));
});

test('the search waits until typing has rested for 300 ms', async () => {
  const opened = await openCompany();
  vi.useFakeTimers();
  fireEvent.click(primary());
  await pass(0);
  type('g');
  await pass(299);
  type('gr');
  await pass(299);
  expect(listSearches(opened)).toEqual([undefined]);
  screen.getByText('Searching…');
  await pass(1);
  expect(listSearches(opened)).toEqual([undefined, 'gr']);
});

test('the answer to the text last typed wins, whatever order the answers arrive in', async () => {
  const release = new Map<string, (found: User[]) => void>();
  const opened = await openCompany({
    users: {
      list: ({ query: { stringValue } = {} }) =>
        stringValue === undefined ? [...people] : new Promise((resolve) => void release.set(stringValue, resolve)),
    },
  });
  vi.useFakeTimers();
  type('ada');
  await pass(300);
  type('grace');
  await pass(300);
  expect(listSearches(opened)).toEqual([undefined, 'ada', 'grace']);
  release.get('grace')?.([people[2]]);
  await pass(0);
  release.get('ada')?.([people[0]]);
  await pass(10);
  const options = within(screen.getByRole('listbox')).getAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['Grace Hopper, grace@acme.example']);
});

test('arrows, Enter and Escape do everything a mouse can', async () => {
  const { api, person } = await openCompany();
  act(() => primary().focus());
  await person.keyboard('{ArrowDown}');
  const options = await within(await screen.findByRole('listbox')).findAllByRole('option');
  expect(primary().getAttribute('aria-expanded')).toBe('true');
  await person.keyboard('{ArrowDown}{ArrowDown}');
  expect(primary().getAttribute('aria-activedescendant')).toBe(options[1]?.id);
  await person.keyboard('{ArrowUp}{ArrowUp}');
  expect(primary().getAttribute('aria-activedescendant')).toBe(options[2]?.id);
  await person.keyboard('{Enter}');
  expect(primary().value).toBe('Grace Hopper, grace@acme.example');
  await person.keyboard('{ArrowDown}{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(primary().value).toBe('Grace Hopper, grace@acme.example');
  expect(api.getCalls('company.update')).toHaveLength(0);
});

test('text that was not chosen is dropped when the field is left', async () => {
  const { person } = await openCompany({ company: { get: { ...acme, primaryContact: 'ada@acme.example' } } });
  await waitFor(() => expect(primary().value).toBe('Ada Lovelace, ada@acme.example'));
  await person.type(primary(), 'zzz');
  await person.tab();
  expect(primary().value).toBe('Ada Lovelace, ada@acme.example');
});

test('a contact is cleared by its button, or by emptying the field', async () => {
  const { person } = await openCompany({ company: { get: { ...acme, primaryContact: 'ada@acme.example' } } });
  await person.click(press('Clear Primary contact'));
  expect(primary().value).toBe('');
  expect(document.activeElement).toBe(primary());
  await person.click(primary());
  await person.click(await screen.findByRole('option', { name: /Alan/ }));
  await person.clear(primary());
  await person.tab();
  expect(primary().value).toBe('');
});

test('a search without results says so', async () => {
  const { person } = await openCompany({
    users: { list: ({ query }) => (query?.stringValue === 'nobody' ? [] : [...people]) },
  });
  await person.type(primary(), 'nobody');
  await screen.findByText('No user matches this search.');
});

test('a search that fails says why', async () => {
  const { person } = await openCompany({
    users: { list: ({ query }) => (query?.stringValue === 'gr' ? new MockedProblem('internal') : [...people]) },
  });
  await person.type(primary(), 'gr');
  await screen.findByText('Something went wrong on our side. Please try again.');
});

test('Enter in an open list without an active option sends nothing', async () => {
  const { api, person } = await openCompany();
  await person.type(field('City'), ' II');
  await person.click(primary());
  await screen.findAllByRole('option');
  expect(primary().hasAttribute('aria-activedescendant')).toBe(false);
  await person.keyboard('{Enter}');
  expect(screen.getAllByRole('option')).not.toHaveLength(0);
  expect(api.getCalls('company.update')).toHaveLength(0);
});
