import { describe, expect, it } from 'vitest';
import { Browser, password } from '../testing/identity-fixture.ts';
import { useIdentity } from '../testing/use-identity.ts';

const fixture = useIdentity();
const { caller } = new Browser();
const wrongCode = { ok: false, reason: 'wrongCode' };
const newPassword = 'Brand-New-Horse-8';

/** Another code than the right one. */
const other = (code: string) => (code === '000000' ? '111111' : '000000');

async function signUp(email: string, browser = new Browser(), chosen = password) {
  return browser.keep(await fixture.signUp(browser.caller, email, chosen));
}

async function askForReset(email: string) {
  await fixture.identity.sendResetCode(caller, { email });
  return fixture.lastCode(email, 'reset');
}

const resetWith = (email: string, code: string, from = caller) =>
  fixture.identity.resetPassword(from, { email, code, password: newPassword });

describe('a mailed code', () => {
  it('has six digits and is kept only as a keyed hash', async () => {
    const { email } = await fixture.signUpProven();
    const code = await askForReset(email);
    expect(code).toMatch(/^\d{6}$/);
    const { rows } = await fixture.pool.query(`SELECT code_hash FROM identity.one_time_codes WHERE purpose = 'reset'`);
    expect(rows.every((row: { code_hash: string }) => /^[0-9a-f]{64}$/.test(row.code_hash))).toBe(true);
  });

  it('is refused after five wrong tries, even if right', async () => {
    const { email } = await fixture.signUpProven();
    const code = await askForReset(email);
    for (let time = 0; time < 5; time += 1) expect(await resetWith(email, other(code))).toEqual(wrongCode);
    expect(await resetWith(email, code)).toEqual(wrongCode);
  });

  it('is looked at five times however many guesses come at once', async () => {
    const { email } = await fixture.signUpProven();
    const code = await askForReset(email);
    await Promise.all(Array.from({ length: 40 }, () => resetWith(email, other(code))));
    const { rows } = await fixture.pool.query(
      `SELECT tries FROM identity.one_time_codes WHERE purpose = 'reset' ORDER BY created_at DESC LIMIT 1`,
    );
    expect(rows).toEqual([{ tries: 5 }]);
  });

  it('keeps its own five tries where strangers on other networks use up theirs', async () => {
    const { email } = await fixture.signUpProven();
    const code = await askForReset(email);
    for (const ip of ['198.51.100.1', '198.51.100.2']) {
      const stranger = new Browser(ip).caller;
      for (let time = 0; time < 4; time += 1) expect(await resetWith(email, other(code), stranger)).toEqual(wrongCode);
    }
    expect(await resetWith(email, code, new Browser('198.51.100.3').caller)).toEqual(wrongCode);
    expect(await resetWith(email, code)).toEqual({ ok: true });
  });

  it('stays good, and can be requested, where a stranger requests codes for the same address', async () => {
    const { email } = await fixture.signUpProven();
    const stranger = new Browser('198.51.100.9').caller;
    await fixture.identity.sendResetCode(stranger, { email });
    const code = await askForReset(email);
    fixture.clock.advance(61);
    await fixture.identity.sendResetCode(stranger, { email });
    expect(await resetWith(email, code)).toEqual({ ok: true });
  });

  it('works on another network than the one that requested it, and ends the other codes of the address', async () => {
    const { email } = await fixture.signUpProven();
    const elsewhere = new Browser('198.51.100.4').caller;
    const code = await askForReset(email);
    await fixture.identity.sendResetCode(elsewhere, { email });
    const second = fixture.lastCode(email, 'reset');
    expect(await resetWith(email, code, elsewhere)).toEqual({ ok: true });
    expect(await resetWith(email, second, elsewhere)).toEqual(wrongCode);
  });

  it('goes to one address ten times an hour from all networks together', async () => {
    const { email } = await fixture.signUpProven();
    fixture.mails.length = 0;
    for (let place = 0; place < 12; place += 1) {
      await fixture.identity.sendResetCode(new Browser(`198.51.100.${String(place + 20)}`).caller, { email });
    }
    expect(fixture.mails).toHaveLength(10);
  });

  it('works once, also when sent twice at the same instant', async () => {
    const { email } = await fixture.signUpProven();
    const code = await askForReset(email);
    const answers = await Promise.all([resetWith(email, code), resetWith(email, code)]);
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(await resetWith(email, code)).toEqual(wrongCode);
  });

  it('ends after ten minutes', async () => {
    const { email } = await fixture.signUpProven();
    const code = await askForReset(email);
    fixture.clock.advance(600);
    expect(await resetWith(email, code)).toEqual(wrongCode);
  });

  it('is ended by the next one', async () => {
    const { email } = await fixture.signUpProven();
    const first = await askForReset(email);
    fixture.clock.advance(61);
    const second = await askForReset(email);
    // One time in a million both are the same digits, and then the first one is right.
    const withFirst = first === second ? wrongCode : await resetWith(email, first);
    expect(withFirst).toEqual(wrongCode);
    expect(await resetWith(email, second)).toEqual({ ok: true });
  });

  it('opens nothing for another purpose or another address', async () => {
    const { email } = await fixture.signUpProven();
    const stranger = await fixture.signUpProven();
    const code = await askForReset(email);
    const forVerifying = await fixture.identity.confirmSignUp(caller, { email, code });
    expect(forVerifying).toEqual(wrongCode);
    expect(await resetWith(stranger.email, code)).toEqual(wrongCode);
    expect(await resetWith(email, code)).toEqual({ ok: true });
  });

  it('is sent once a minute and three times an hour, then refused with the time to wait', async () => {
    const { email } = await fixture.signUpProven();
    const ask = () => fixture.identity.sendResetCode(caller, { email });
    expect(await ask()).toEqual({ ok: true });
    expect(await ask()).toEqual({ ok: false, reason: 'tooManyAttempts', retryAfterSeconds: 60 });
    fixture.clock.advance(61);
    expect(await ask()).toEqual({ ok: true });
    fixture.clock.advance(61);
    expect(await ask()).toEqual({ ok: true });
    fixture.clock.advance(61);
    expect(await ask()).toMatchObject({ ok: false, reason: 'tooManyAttempts' });
    fixture.clock.advance(3600);
    expect(await ask()).toEqual({ ok: true });
  });

  it('goes to one address five times an hour at most, whatever the purposes', async () => {
    const email = fixture.newEmail();
    await signUp(email);
    const sendings = [
      () => fixture.identity.resendCode(caller, { email }),
      () => fixture.identity.resendCode(caller, { email }),
      () => fixture.identity.sendResetCode(caller, { email }),
      () => fixture.identity.sendResetCode(caller, { email }),
      () => fixture.identity.sendResetCode(caller, { email }),
    ];
    for (const send of sendings) {
      fixture.clock.advance(61);
      await send();
    }
    expect(fixture.mails.filter((mail) => mail.email === email)).toHaveLength(5);
  });

  it('sent at the same instant by several calls goes out once', async () => {
    const { email } = await fixture.signUpProven();
    fixture.mails.length = 0;
    await Promise.all(Array.from({ length: 8 }, () => fixture.identity.sendResetCode(caller, { email })));
    expect(fixture.mails).toHaveLength(1);
  });

  it('asked for from one network for ever new addresses is refused in the end', async () => {
    const answers = [];
    for (let index = 0; index < 31; index += 1) {
      answers.push(await fixture.identity.sendResetCode(caller, { email: fixture.newEmail() }));
    }
    expect(answers.filter((answer) => answer.ok)).toHaveLength(30);
    expect(answers.at(-1)).toMatchObject({ ok: false, reason: 'tooManyAttempts' });
  });
});
