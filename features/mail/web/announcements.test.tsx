import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Announcement } from '#features/mail/contract/mails.ts';
import { fill } from '#web/testing/fill.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { Announcements } from './announcements.tsx';

const earlier: Announcement = {
  id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d33',
  kind: 'maintenance',
  title: 'Maintenance on Sunday',
  body: 'From 2:00 to 3:00.',
  madeBy: 'Olga Operator',
  date: '2026-11-17T06:00:00.000Z',
};
const made: Announcement = { ...earlier, id: earlier.id.replace('33', '34'), kind: 'announcement', title: 'News' };

const counted = { companies: 4, people: 7 };

async function open(mails: MockedEndpoints['mails'] = {}) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser() },
    mails: {
      listAnnouncements: [earlier],
      createAnnouncement: made,
      previewAnnouncement: { subject: 'News', text: '', html: '<body><p>A new dashboard.</p></body>', ...counted },
      testAnnouncement: undefined,
      ...mails,
    },
  });
  renderPage(Announcements, '/companies');
  await screen.findByRole('heading', { name: 'Announcements' });
  return { api, person: userEvent.setup() };
}

const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' });
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
const send = () => screen.getByRole('button', { name: 'Preview and send' });
const confirm = () => screen.findByRole('button', { name: 'Send to 4 companies, 7 people' });

test('earlier announcements are listed with kind, author and date', async () => {
  await open();
  await screen.findByText('Maintenance on Sunday');
  expect(screen.getByText(/Olga Operator/).closest('p')?.textContent).toBe(
    'Maintenance · Olga Operator · 17 Nov 2026, 8:00:00',
  );
});

test('an announcement is previewed and confirmed with its recipients, sent once, and on top of the list', async () => {
  const { api, person } = await open();
  await fill(person, title(), 'News');
  await fill(person, text(), 'A new dashboard.');
  await person.click(send());
  await confirm();
  expect(api.getCalls('mails.createAnnouncement')).toHaveLength(0);
  expect(document.querySelector('[data-mail]')?.shadowRoot?.textContent).toBe('A new dashboard.');
  await person.click(await confirm());
  await screen.findByText('Announcement queued.');
  const [call] = api.getCalls('mails.createAnnouncement');
  expect(call?.body).toEqual({ kind: 'announcement', title: 'News', body: 'A new dashboard.' });
  expect([...document.querySelectorAll('summary')].map(({ textContent }) => textContent)).toEqual([
    'News',
    'Maintenance on Sunday',
  ]);
  expect(title().value).toBe('');
});

test('both fields are required, and nothing is sent without them', async () => {
  const { api, person } = await open();
  await person.click(send());
  expect(await screen.findAllByText('The field is required!')).toHaveLength(2);
  await waitFor(() => expect(document.activeElement).toBe(title()));
  expect(api.getCalls('mails.createAnnouncement')).toHaveLength(0);
});

test('a failed announcement keeps the typed text and shows its problem', async () => {
  const { person } = await open({ createAnnouncement: new MockedProblem('service.unavailable') });
  await fill(person, title(), 'News');
  await fill(person, text(), 'A new dashboard.');
  await person.click(send());
  await person.click(await confirm());
  await screen.findByText(/The service is not available right now/);
  expect(text().value).toBe('A new dashboard.');
});

test('a test goes to oneself and sends nothing to the companies', async () => {
  const { api, person } = await open();
  await fill(person, title(), 'News');
  await fill(person, text(), 'A new dashboard.');
  await person.click(send());
  await person.click(await screen.findByRole('button', { name: 'Send a test to me' }));
  await screen.findByText(/^Test e-mail queued to /);
  expect(api.getCalls('mails.testAnnouncement')).toHaveLength(1);
  expect(api.getCalls('mails.createAnnouncement')).toHaveLength(0);
});

test('an announcement that no one subscribes to cannot be sent', async () => {
  const none = { subject: 'News', text: '', html: '', companies: 0, people: 0 };
  const { person } = await open({ previewAnnouncement: none });
  await fill(person, title(), 'News');
  await fill(person, text(), 'A new dashboard.');
  await person.click(send());
  await screen.findByText('No one subscribes to this kind of e-mail.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send to 0 companies, 0 people' }).disabled).toBe(true);
});

test('an empty list says so', async () => {
  await open({ listAnnouncements: [] });
  await screen.findByText('No announcements yet.');
});

test('a list that fails to load can be loaded again', async () => {
  const { api, person } = await open({ listAnnouncements: new MockedProblem('service.unavailable') });
  await screen.findByText(/The service is not available right now/);
  api.change({ mails: { listAnnouncements: [earlier] } });
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Maintenance on Sunday');
});
