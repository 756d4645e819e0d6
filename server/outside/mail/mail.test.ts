import { expect, test } from 'vitest';
import { createSendMailHandler, MailRefused, type Mail, type MailLogo } from './mail.ts';

const payload: Mail = { to: { address: 'ann@acme.example' }, subject: 'Code', html: '<p>482913</p>', text: '482913' };

const logo: MailLogo = { bytes: new Uint8Array([1, 2, 3]), contentType: 'image/png' };
const findLogo = (companyId: string) =>
  companyId === 'lost'
    ? Promise.reject(new Error('no storage'))
    : Promise.resolve(companyId === 'acme' ? logo : undefined);

function start(failure?: Error) {
  const sent: [Mail, string, MailLogo | undefined][] = [];
  const lines: unknown[] = [];
  const outcomes: string[] = [];
  const send = (mail: Mail, id: string, shown?: MailLogo) => {
    sent.push([mail, id, shown]);
    return failure ? Promise.reject(failure) : Promise.resolve();
  };
  const handle = createSendMailHandler(
    { send },
    {
      log: { warn: (...line) => void lines.push(line) },
      findLogo,
      getInvoiceFiles: () => Promise.resolve([]),
      recordDelivery: () => Promise.resolve(),
      recordMail: (outcome) => void outcomes.push(outcome),
    },
  );
  return { sent, lines, outcomes, handle };
}

test('a mail is sent under the id of its job', async () => {
  const { sent, outcomes, handle } = start();
  await handle({ id: 'job-1', payload });
  expect(sent).toEqual([[payload, 'job-1', undefined]]);
  expect(outcomes).toEqual(['sent']);
});

test('a mail of a company has its logo, and goes without one that is missing or can not be read', async () => {
  const { sent, lines, handle } = start();
  for (const companyId of ['acme', 'globex', 'lost'])
    await handle({ id: companyId, payload: { ...payload, companyId } });
  expect(sent.map(([, id, shown]) => [id, shown])).toEqual([
    ['acme', logo],
    ['globex', undefined],
    ['lost', undefined],
  ]);
  expect(lines).toHaveLength(1);
});

test('a refusal ends the job, and the log has its number but neither address nor content', async () => {
  const { lines, outcomes, handle } = start(new MailRefused('the mail server refused the mail with 550', 550));
  await handle({ id: 'job-1', payload });
  expect(lines).toEqual([
    [
      { jobId: 'job-1', responseCode: 550, reason: 'the mail server refused the mail with 550' },
      'mail refused for good',
    ],
  ]);
  expect(outcomes).toEqual(['refused']);
});

test('any other failure is left to the next attempt', async () => {
  const { lines, outcomes, handle } = start(new Error('no connection'));
  await expect(handle({ id: 'job-1', payload })).rejects.toThrow('no connection');
  expect(lines).toEqual([]);
  expect(outcomes).toEqual(['failed']);
});
