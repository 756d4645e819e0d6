import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill } from '#web/testing/fill.ts';
import { findRow, openLogs, toId } from '../testing/open-logs.tsx';

test('a conversation is opened by the ID of its assistant, and an unknown one is named', async () => {
  const ids = new Map([['c-4711', toId(7)]]);
  const { api, person } = openLogs('/analytics/logs', {
    analytics: {
      findConversation: ({ query }: { query: { externalId: string } }) => ({ id: ids.get(query.externalId) ?? null }),
    },
  });
  await findRow('Skill 1');
  await person.type(screen.getByLabelText('Conversation ID'), ' c-4712 {Enter}');
  await screen.findByText('There is no conversation with this ID.');
  await person.clear(screen.getByLabelText('Conversation ID'));
  expect(screen.queryByText('There is no conversation with this ID.')).toBeNull();
  await fill(person, screen.getByLabelText('Conversation ID'), 'c-4711');
  await person.click(screen.getByRole('button', { name: 'Find' }));
  await waitFor(() => expect(api.getCalls('analytics.getConversation')).toHaveLength(1));
  await screen.findByRole('dialog');
});
