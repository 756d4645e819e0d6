import { expect, test } from 'vitest';
import type { Sql } from '../../sql/sql.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Mail } from './mail.ts';
import { createPortalMails } from './portal-mails.ts';

type Enqueued = { tx: Sql; name: string; payload: Mail };

const brand = {
  product: 'Portal',
  provider: 'Maker',
  supportEmail: 'help@maker.example',
  baseUrl: 'https://p.example',
};
const tx = { list: () => Promise.resolve([]) } as unknown as Sql;

function start() {
  const queue: Enqueued[] = [];
  const enqueue: Jobs['enqueue'] = (given, name, payload) => {
    queue.push({ tx: given, name, payload: payload as Mail });
    return Promise.resolve('id');
  };
  return { queue, mails: createPortalMails({ jobs: { enqueue }, brand, codeMinutes: 10 }) };
}

test('each kind of code has its own words, and all go through the transaction of the caller', async () => {
  const { queue, mails } = start();
  for (const purpose of ['verify', 'reset', 'change-email'] as const) {
    await mails.sendCode(tx, { purpose, email: 'ann@acme.example', code: '482913' });
  }
  expect(new Set(queue.map(({ payload }) => payload.subject)).size).toBe(3);
  for (const job of queue) {
    expect(job.tx).toBe(tx);
    expect(job.name).toBe('mail.send');
    expect(job.payload.to).toEqual({ address: 'ann@acme.example' });
    expect(job.payload.text).toContain('482913');
  }
});

test('mails about an account carry their words and recipient', async () => {
  const { queue, mails } = start();
  const recipient = { email: 'ann@acme.example', firstName: 'Ann', companyName: 'Acme', companyId: 'acme' };
  for (const kind of ['account-exists', 'password-changed', 'email-changed'] as const) {
    await mails.sendSecurityMail(tx, { kind, email: recipient.email });
  }
  await mails.sendTemporaryPassword(tx, { ...recipient, temporaryPassword: 'k7Lq2pW!' });
  await mails.sendInvitation(tx, recipient);
  await mails.sendSignUpApproved(tx, recipient);
  expect(queue.map(({ payload }) => payload.subject)).toEqual([
    'You already have a Portal account',
    'Your Portal password was changed',
    'Your Portal e-mail address was changed',
    'Your Portal account',
    'You have been added to a company on Portal',
    'Your Portal account is ready',
  ]);
  expect(queue[3]?.payload).toMatchObject({ to: { address: 'ann@acme.example', name: 'Ann' } });
  expect(queue[3]?.payload.text).toContain('k7Lq2pW!');
});
