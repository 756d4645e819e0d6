import { password, type IdentityFixture } from '../../testing/identity-fixture.ts';
import { totpCode, totpStep } from '../totp.ts';

/** The raw key of the base32 text an app would be given. */
function fromBase32(text: string): string {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('');
}

/** A set-up that waits for its first code. */
export async function setUpWith(fixture: Readonly<IdentityFixture>, accountId: string) {
  const answer = await fixture.identity.setUpTwoFactor(accountId, { password });
  if (!answer.ok) throw new Error(`Set-up was refused: ${answer.reason}.`);
  const key = fromBase32(answer.secret);
  const codeAt = (offset: number) => totpCode(key, totpStep(fixture.clock.now()) + offset);
  return { ...answer, codeAt };
}

/** An account with two-factor sign-in on, a minute after its first code. */
export async function enrolWith(fixture: Readonly<IdentityFixture>) {
  const account = await fixture.signUpProven();
  const app = await setUpWith(fixture, account.accountId);
  const confirmed = await fixture.identity.confirmTwoFactor(fixture.sql, account.accountId, { code: app.codeAt(0) });
  if (!confirmed.ok) throw new Error(`The first code was refused: ${confirmed.reason}.`);
  fixture.clock.advance(60);
  return { ...account, ...app };
}
