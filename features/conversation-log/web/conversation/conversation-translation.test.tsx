import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeDetails, makeMessage, openLogs, toId } from '../testing/open-logs.tsx';

const isTranslated = (element: Element) => element.closest('[translate="no"]') === null;

test('the messages of a conversation are translated, from whatever language; names and ids are not', async () => {
  const message = makeMessage(1, [{ type: 'text', value: '<p>Kas arve on makstud?</p>' }], { author: 'Mari Maasikas' });
  openLogs(`/analytics/logs?record=${toId(1)}`, {
    analytics: {
      getConversation: makeDetails(1, {
        externalId: 'call-back-please',
        user: { firstName: 'Mari', lastName: 'Kask' },
      }),
      listMessages: [message],
    },
  });
  const text = await screen.findByText('Kas arve on makstud?');
  expect(isTranslated(text)).toBe(true);
  // The portal does not know the language, and its own is another one.
  expect(text.closest('[lang]')?.getAttribute('lang')).toBe('');
  expect(isTranslated(screen.getByText('Mari Maasikas'))).toBe(false);
  expect(isTranslated(await screen.findByText('call-back-please'))).toBe(false);
});
