import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitForDemo, withNewPortal } from '../../harness/portal.ts';
import { callApi } from '../../server/testing/api-client.ts';
import { signUpForm } from '../../server/testing/user-forms.ts';
import { signInUser } from '../api-user.ts';
import { createVerdict, type Check, type Verdict } from '../check.ts';
import { openMailServer, type MailMode, type MailServer } from '../mail-server.ts';

const maxAnswerMs = 1000;
const [pollMs, deliveryLimitMs] = [250, 60_000];
const modes: ReadonlyArray<MailMode | 'down'> = ['down', 'hang', 'greylist', 'half', 'refuse'];

export const mailAway: Check = {
  title: 'Mail server down, hanging, greylisting (451), breaking off in the message, refusing the address (550)',
  expected:
    'sign-up and password reset are answered ≤ 1 s, alike for known and unknown addresses; each mail arrives once afterwards, but for those refused by 550',
  async run({ isQuick }) {
    const perMode = isQuick ? 2 : 10;
    const verdict = createVerdict();
    let server = await openMailServer();
    const { port } = server;
    const settings = {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      LOG_LEVEL: 'info',
      RATE_LIMIT_PER_MINUTE: '1000000',
      TRUST_PROXY: '1',
    };
    const answersMs: number[] = [];
    let [asked, arrived] = [0, 0];
    await withNewPortal(settings, async (portal) => {
      await waitForDemo(portal);
      const operator = await signInUser(() => Promise.resolve(portal.url), 'operator@steward.example');
      for (const mode of modes) {
        if (mode === 'down') await server.close();
        else server.setMode(mode);
        const addresses: string[] = [];
        for (let place = 0; place < perMode; place += 1) {
          addresses.push(await signUp(portal.url, { verdict, answersMs }));
          await requestReset(portal.url, `nobody-${place}@test.example`, { verdict, answersMs });
          // Above ten an hour the limit of the address would answer.
          if (place < 2) await requestReset(portal.url, 'superadmin@globex.example', { verdict, answersMs });
        }
        // Long enough for a first attempt of each.
        await sleep(2000);
        if (mode === 'down') server = await openMailServer(port);
        else server.setMode(mode === 'greylist' || mode === 'refuse' ? mode : 'take');
        const retry = () => operator.call('/operations/queues/mail.send/retry', { method: 'POST' });
        const found = await waitForMails(server, mode === 'refuse' ? [] : addresses, retry);
        server.setMode('take');
        asked += mode === 'refuse' ? 0 : addresses.length;
        arrived += found.length;
        for (const address of addresses) judgeMails(server, { address, mode, verdict });
      }
    });
    await server.close();
    verdict.expect(asked === arrived, `${asked - arrived} mails did not arrive`);
    const slowestMs = Math.round(Math.max(...answersMs));
    return {
      rounds: modes.length * perMode,
      counts: { 'mails asked for': asked, arrived, 'slowest answer ms': slowestMs },
      faults: verdict.faults(),
    };
  },
};

interface Judge {
  readonly verdict: Verdict;
  readonly answersMs: number[];
}

async function post(url: string, path: string, body: object, { verdict, answersMs }: Judge): Promise<void> {
  const startedAt = performance.now();
  // Each from a network of its own, because the limits of one would answer.
  const { status } = await callApi(url, path, { body, headers: { origin: url, 'x-forwarded-for': makeAddress() } });
  const tookMs = performance.now() - startedAt;
  answersMs.push(tookMs);
  verdict.expect(status < 300, `${path} was answered ${status}`);
  verdict.expect(tookMs <= maxAnswerMs, `${path} was answered later than ${maxAnswerMs} ms`);
}

const makeAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/** Answers the new address. */
async function signUp(url: string, judge: Judge): Promise<string> {
  const form = signUpForm();
  await post(url, '/session/sign-up', form, judge);
  return form.email;
}

const requestReset = (url: string, email: string, judge: Judge) =>
  post(url, '/session/forgot-password', { email }, judge);

/** Waits until each address has a mail; the operator's “Retry now” shortens the pauses between attempts. */
async function waitForMails({ received }: MailServer, addresses: readonly string[], retry: () => Promise<unknown>) {
  const deadline = performance.now() + deliveryLimitMs;
  const list = () => addresses.filter((address) => received.some(({ to }) => to === address));
  while (list().length < addresses.length && performance.now() < deadline) {
    await retry();
    await sleep(pollMs);
  }
  return list();
}

function judgeMails(
  { received }: MailServer,
  { address, mode, verdict }: { address: string; mode: string; verdict: Verdict },
) {
  const mails = received.filter(({ to }) => to === address).length;
  if (mode === 'refuse') verdict.expect(mails === 0, 'an address that was refused by 550 got a mail');
  else verdict.expect(mails <= 1, `an address got ${mails} mails for one sign-up`);
}
