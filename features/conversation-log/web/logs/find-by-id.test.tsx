import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill } from '#web/testing/fill.ts';
import { findRow, getQuery, openLogs, toId } from '../testing/open-logs.tsx';
import { mayBeId } from './use-find-by-id.ts';

const ids = new Map([['chat-4711', toId(7)]]);
const people = [
  { id: toId(1), firstName: 'Laura', lastName: 'Sepp', email: 'user@acme.example' },
  { id: toId(2), firstName: 'Bo', lastName: 'Hannula', email: 'bo@acme.example' },
];
const open = () =>
  openLogs('/analytics/logs', {
    analytics: {
      findConversation: ({ query }: { query: { externalId: string } }) => ({ id: ids.get(query.externalId) ?? null }),
    },
    endpoints: {
      users: { list: people },
      skills: { list: [{ id: toId(3), _id: toId(3), name: 'Invoice status', isMapped: true }] },
    },
  });
const getField = () => screen.getByRole('searchbox', { name: 'Words, conversation ID or person' });

test('a pasted ID opens its conversation at once', async () => {
  const { api, page, person } = open();
  await findRow('Skill 1');
  await person.click(getField());
  await person.paste(' chat-4711 ');
  await screen.findByRole('dialog');
  expect(api.getCalls('analytics.findConversation')[0]).toMatchObject({
    query: { externalId: 'chat-4711', beginning: 'true' },
  });
  expect(page.router.state.location.search).toEqual({ record: toId(7) });
});

test('a typed ID opens with Enter; what is no ID is searched for', async () => {
  const { api, page, person } = open();
  await findRow('Skill 1');
  await fill(person, getField(), '4500012345');
  await person.keyboard('{Enter}');
  await waitFor(() => expect(getQuery(api)).toMatchObject({ search: '4500012345' }));
  const { length: asked } = api.getCalls('analytics.findConversation');
  expect(asked).toBeGreaterThan(0);
  await person.clear(getField());
  await fill(person, getField(), 'invoice');
  await person.keyboard('{Enter}');
  await waitFor(() => expect(getQuery(api)).toMatchObject({ search: 'invoice' }));
  expect(api.getCalls('analytics.findConversation')).toHaveLength(asked);
  await person.clear(getField());
  await fill(person, getField(), 'chat-4711');
  await person.click(screen.getByRole('button', { name: 'Search' }));
  await screen.findByRole('dialog');
  expect(page.router.state.location.search).toEqual({ search: 'invoice', record: toId(7) });
});

test.each([
  ['sepp', 'Laura Sepp'],
  ['user@acme', 'Laura Sepp'],
  ['hannula', 'Bo Hannula'],
])('%s offers the conversations of %s', async (text, name) => {
  const { api, page, person } = open();
  await findRow('Skill 1');
  await person.click(getField());
  await fill(person, getField(), text);
  await person.click(await screen.findByRole('button', { name: `Conversations of ${name}` }));
  const id = people.find(({ lastName }) => name.endsWith(lastName))?.id;
  await waitFor(() => expect(getQuery(api)).toMatchObject({ users: [id] }));
  expect(page.router.state.location.search).toEqual({ users: id });
  expect(screen.queryByRole('list', { name: 'Skills and people' })).toBeNull();
});

test('the name of a skill offers its conversations, before the words are searched', async () => {
  const { api, person } = open();
  await findRow('Skill 1');
  await person.click(getField());
  await fill(person, getField(), 'invoice');
  await person.click(await screen.findByRole('button', { name: 'Conversations with the skill Invoice status' }));
  await waitFor(() => expect(getQuery(api)).toMatchObject({ skills: [toId(3)] }));
  expect(getQuery(api)).not.toHaveProperty('search');
});

test.each([
  ['chat-4711', true],
  ['4500012345', true],
  ['0b8f5d1e-2c55', true],
  ['invoice', false],
  ['12', false],
  ['order 4500012345', false],
  ['"4500012345"', false],
  ['-4500012345', false],
])('%s may be an ID: %s', (text, isId) => {
  expect(mayBeId(text)).toBe(isId);
});
