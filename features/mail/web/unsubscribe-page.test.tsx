import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { UnsubscribePage } from './unsubscribe-page.tsx';

const token =
  '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d33.6b1f0b7e-4a34-4f0e-8a52-0f9d6d0c2b22.spendingDigest.c2lnbmVkIGJ5IG5vYm9keQ';

function Layout({ heading, intro, children }: { heading: string; intro?: ReactNode; children?: ReactNode }) {
  return (
    <>
      <h1>{heading}</h1>
      {intro}
      {children}
    </>
  );
}

function open(search: string, unsubscribe?: NonNullable<MockedEndpoints['mails']>['unsubscribe']) {
  const answer = unsubscribe ?? { kind: 'spendingDigest' as const, companyName: 'Acme' };
  const api = mockApi({ mails: { unsubscribe: answer } });
  renderPage(() => <UnsubscribePage Layout={Layout} />, `/unsubscribe${search}`);
  return { api, person: userEvent.setup() };
}

test('opening the link does nothing yet; one press unsubscribes', async () => {
  const { api, person } = open(`?token=${token}`);
  await screen.findByText(/You will no longer receive spending digests from this company\./);
  expect(api.getCalls('mails.unsubscribe')).toHaveLength(0);
  await person.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  await screen.findByRole('heading', { name: 'You are unsubscribed' });
  screen.getByText(/You will no longer receive spending digests from Acme\./);
  expect(api.getCalls('mails.unsubscribe').map(({ body }) => body)).toEqual([{ token }]);
});

test.each(['', '?token=', '?token=cut.short', `?token=${token.replace('spendingDigest', 'spam')}`])(
  'a link with "%s" says that it does not work',
  async (search) => {
    open(search);
    await screen.findByRole('heading', { name: 'This link does not work' });
    expect(screen.queryByRole('button')).toBeNull();
  },
);

test('a rejected token shows the same words', async () => {
  const { person } = open(`?token=${token}`, new MockedProblem('request.invalid'));
  await person.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
  await screen.findByRole('heading', { name: 'This link does not work' });
});

test('a failure shows its problem and keeps the button', async () => {
  const { api, person } = open(`?token=${token}`, new MockedProblem('service.unavailable'));
  await person.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The service is not available right now.');
  api.change({ mails: { unsubscribe: { kind: 'spendingDigest', companyName: '' } } });
  await person.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  await screen.findByText(/no longer receive spending digests from this company\./);
});
