import { demoPassword } from '../../e2e/support/sign-in.ts';
import { getTotp } from '../../e2e/support/totp.ts';
import { callApi } from '../../server/testing/api-client.ts';
import { createVerdict } from '../check.ts';
import type { Check } from '../check.ts';
import { atOnce, countStatus, withRacePortal } from './race-portal.ts';

const email = 'user@acme.example';
const atATime = 5;

export const recoveryCodes: Check = {
  title: 'The same recovery code of a second factor sent by five sign-ins at once',
  expected: 'one sign-in succeeds',
  async run({ isQuick }) {
    const rounds = isQuick ? 2 : 10;
    const verdict = createVerdict();
    let confirmed = 0;
    await withRacePortal(async ({ portal: { url }, signIn }) => {
      const user = await signIn(email);
      const setUp = await user.call('/session/two-factor', { body: { password: demoPassword } });
      const { secret, recoveryCodes: codes } = setUp.body as { secret: string; recoveryCodes: string[] };
      const on = await user.call('/session/two-factor/confirm', { body: { code: getTotp(secret) } });
      if (on.status !== 200) throw new Error(`The second factor is answered ${on.status}.`);
      for (let round = 0; round < rounds; round += 1) {
        const cookies = await atOnce(atATime, () => startSignIn(url));
        const body = { method: 'recovery', code: codes[round] };
        const answers = await Promise.all(
          cookies.map((cookie) => callApi(url, '/session/confirm-sign-in', { body, headers: { origin: url, cookie } })),
        );
        const done = countStatus(answers, 200);
        verdict.expect(done === 1, `${done} sign-ins succeeded with one code`);
        confirmed += done;
      }
    });
    return { rounds, counts: { confirmed }, faults: verdict.faults() };
  },
};

/** The first step of a sign-in; answers the cookies that wait for the second factor. */
async function startSignIn(url: string): Promise<string> {
  const { status, headers } = await callApi(url, '/session/sign-in', {
    body: { email, password: demoPassword },
    headers: { origin: url },
  });
  if (status !== 200) throw new Error(`The first step of a sign-in is answered ${status}.`);
  return headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}
