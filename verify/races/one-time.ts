import { randomInt } from 'node:crypto';
import { atOnce } from '../../harness/load.ts';
import { demoPassword } from '../../e2e/support/sign-in.ts';
import { getTotp } from '../../e2e/support/totp.ts';
import { callApi } from '../../server/testing/api-client.ts';
import type { ApiUser } from '../api-user.ts';
import { createVerdict, type Check } from '../check.ts';
import { countStatus, withRacePortal } from './race-portal.ts';

const email = 'user@acme.example';
const atATime = 5;

export const recoveryCodes: Check = {
  title: 'The same recovery code of a second factor sent by five sign-ins at once',
  expected: 'one sign-in succeeds',
  async run({ isQuick }) {
    const rounds = isQuick ? 20 : 1000;
    const verdict = createVerdict();
    let confirmed = 0;
    await withRacePortal(
      async ({ portal: { url }, signIn }) => {
        const takeCode = await enable(await signIn(email));
        const cookies = await atOnce(atATime, () => startSignIn(url));
        for (let round = 0; round < rounds; round += 1) {
          const body = { method: 'recovery', code: await takeCode() };
          const answers = await Promise.all(
            cookies.map((cookie) =>
              callApi(url, '/session/confirm-sign-in', { body, headers: toHeaders(url, cookie) }),
            ),
          );
          const done = countStatus(answers, 200);
          verdict.expect(done === 1, `${done} sign-ins succeeded with one code`);
          verdict.expect(
            answers.every(({ status }) => status < 500),
            'a sign-in was answered with an error of the portal',
          );
          confirmed += done;
          // The others still wait for their second factor.
          for (const [place, { status }] of answers.entries()) {
            if (status === 200) cookies[place] = await startSignIn(url);
          }
        }
      },
      { TRUST_PROXY: '1' },
    );
    return { rounds, counts: { confirmed }, faults: verdict.faults() };
  },
};

/** Enables the second factor; what it answers returns an unused recovery code, and renews them by the last one. */
async function enable(user: ApiUser): Promise<() => Promise<string>> {
  const password = demoPassword;
  const setUp = await user.call('/session/two-factor', { body: { password } });
  const { secret, recoveryCodes: made } = setUp.body as { secret: string; recoveryCodes: string[] };
  const on = await user.call('/session/two-factor/confirm', { body: { code: getTotp(secret) } });
  if (on.status !== 200) throw new Error(`The second factor is answered ${on.status}.`);
  let codes = made;
  return async () => {
    const code = codes.pop();
    if (code === undefined) throw new Error('There is no recovery code.');
    if (codes.length > 0) return code;
    const renewed = await user.call('/session/two-factor/recovery-codes', {
      body: { password, method: 'recovery', code },
    });
    if (renewed.status !== 200) throw new Error(`New recovery codes are answered ${renewed.status}.`);
    codes = (renewed.body as { recoveryCodes: string[] }).recoveryCodes;
    return codes.pop() ?? '';
  };
}

/** From a network of its own, because the limit of one for failed attempts would answer. */
const toHeaders = (origin: string, cookie?: string) => ({
  origin,
  'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
  ...(cookie !== undefined && { cookie }),
});

/** The first step of a sign-in; answers the cookies that wait for the second factor. */
async function startSignIn(url: string): Promise<string> {
  const { status, headers } = await callApi(url, '/session/sign-in', {
    body: { email, password: demoPassword },
    headers: toHeaders(url),
  });
  if (status !== 200) throw new Error(`The first step of a sign-in is answered ${status}.`);
  return headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}
