import { expect, test } from 'vitest';
import { Browser } from '#server/testing/browser.ts';
import { expectOneCompanySession, makeShared } from './testing/one-company-session.ts';
import { poolClient, poolPassword, usePoolAnswers } from './testing/use-pool-answers.ts';

/* What holds between companies of one account, for user pools. */

const { portal, pool, save, makePerson, claimsOf, signIn, answerTokens } = usePoolAnswers();

test('a session of one company’s user pool sees and ends its own alone, and changes nothing that all share', async () => {
  const { superAdmin, domain } = await makePerson();
  const ann = await makeShared(portal(), superAdmin, `shared@${domain}`);
  await answerTokens('InitiateAuth', claimsOf(ann.email));
  const [browser, other] = [new Browser(portal()), new Browser(portal())];
  for (const each of [browser, other])
    expect((await signIn(each, ann.email)).body).toMatchObject({ state: 'signedIn' });
  pool().on('RevokeToken', { body: {} });
  pool().on('GlobalSignOut', { body: {} });
  // Password and app of the pool are the pool's own.
  const own = [
    '/session/password',
    '/session/two-factor',
    '/session/two-factor/confirm',
    '/session/two-factor/disable',
  ];
  await expectOneCompanySession(portal(), { ann, browser, other, own });
});

test.each(['a domain that it has not verified', 'a domain of another company', 'a user that it only added'])(
  'no password, code or sign-up reaches the pool of a company by %s',
  async (kind) => {
    const { user } = await makePerson();
    const stranger = await portal().makeCompany();
    const evil = { ...poolClient, userPoolId: 'eu-central-1_Evil1', clientId: 'evilclient' };
    const [, domain = ''] = user.email.split('@');
    const email = kind === 'a domain that it has not verified' ? 'ann@unproven.example' : user.email;
    const domains = kind === 'a domain of another company' ? [domain] : ['unproven.example'];
    const saved = await save(stranger.superAdmin, evil, { domains });
    expect([200, 409, 422]).toContain(saved.status);
    if (kind === 'a user that it only added') await makeShared(portal(), stranger.superAdmin, `x${user.email}`);
    pool().calls.length = 0;
    const browser = new Browser(portal());
    await signIn(browser, email);
    for (const [path, body] of [
      ['forgot-password', { email }],
      ['reset-password', { email, code: '123456', password: poolPassword }],
      ['resend-code', { email }],
      ['confirm-sign-up', { email, code: '123456' }],
      ['confirm-sign-in', { method: 'totp', code: '123456' }],
      ['new-password', { password: poolPassword }],
    ] as const)
      await browser.post(`/session/${path}`, body);
    expect(JSON.stringify(pool().calls)).not.toMatch(/Evil|evilclient/);
  },
);

test.each([
  ['a challenge', { ChallengeName: 'SMS\u0000', Session: 's', ChallengeParameters: {} }],
  [
    'a session',
    { ChallengeName: 'SMS_MFA', Session: 'a\u0000b\ud83d', ChallengeParameters: { USER_ID_FOR_SRP: '\u0000' } },
  ],
  ['a session of another kind', { ChallengeName: 'SMS_MFA', Session: { a: 1 }, ChallengeParameters: [] }],
  ['a session without an end', { ChallengeName: 'SMS_MFA', Session: 'x'.repeat(60_000), ChallengeParameters: {} }],
  [
    'a name without an end',
    { ChallengeName: 'SMS_MFA', Session: 's', ChallengeParameters: { USER_ID_FOR_SRP: 'x'.repeat(9000) } },
  ],
  [
    'a key',
    { ChallengeName: 'MFA_SETUP', Session: 's', ChallengeParameters: { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"' } },
  ],
  ['a result', { AuthenticationResult: { IdToken: 7, AccessToken: null, RefreshToken: '\u0000' } }],
  ['nothing', null as unknown as object],
  ['a list', []],
  ['a text', 'ok' as unknown as object],
  ['a message', { __type: '\u0000', message: 'a\u0000\ud83d' }],
  ['a type of another kind', { __type: 7, message: {} }],
])('a pool that answers with odd values in %s is answered, and never fails', async (_name, body) => {
  const { user } = await makePerson();
  for (const status of [200, 400, 500]) {
    for (const operation of [
      'InitiateAuth',
      'RespondToAuthChallenge',
      'AssociateSoftwareToken',
      'ForgotPassword',
      'ConfirmForgotPassword',
      'SignUp',
      'ConfirmSignUp',
      'ResendConfirmationCode',
    ])
      pool().on(operation, { status, body });
    const browser = new Browser(portal());
    const answers = [
      await signIn(browser, user.email),
      await browser.call('/session'),
      await browser.post('/session/confirm-sign-in', { method: 'totp', code: '123456' }),
      await browser.post('/session/new-password', { password: poolPassword }),
      await browser.post('/session/forgot-password', { email: user.email }),
      await browser.post('/session/reset-password', { email: user.email, code: '123456', password: poolPassword }),
    ];
    expect(answers.map((each) => each.status)).not.toContain(500);
    // A longer cookie is dropped by browsers, and its step would be lost.
    const cookies = answers.flatMap(({ headers }) => headers.getSetCookie());
    expect(Math.max(0, ...cookies.map(({ length }) => length))).toBeLessThan(4096);
  }
});

test.each([
  ['a name', { name: 'a\u0000', given_name: '\ud83d', email: 'SAME' }],
  ['an address', { email: 'a\u0000@SAME' }],
  ['an address of another kind', { email: ['a'], email_verified: {} }],
  ['a user name', { 'cognito:username': 'a\u0000' }],
  ['a session', { origin_jti: '\u0000', jti: '\ud83d', event_id: '\u0000' }],
  ['a time', { auth_time: 'now', iat: '\u0000' }],
  ['a name of a claim', { 'a\u0000b': 1 }],
])('a token with odd values in %s is answered, and never fails', async (_name, claims) => {
  const { user } = await makePerson();
  const said = JSON.parse(JSON.stringify(claims).replaceAll('SAME', user.email)) as Record<string, unknown>;
  await answerTokens('InitiateAuth', { ...claimsOf(user.email), ...said });
  const step = await signIn(new Browser(portal()), user.email);
  expect(step.status).toBeLessThan(500);
});

test('the code of a step at one company’s pool is no step of another’s', async () => {
  const [one, two] = [await makePerson(), await makePerson()];
  pool().on('InitiateAuth', {
    body: { ChallengeName: 'SMS_MFA', Session: 'first', ChallengeParameters: { USER_ID_FOR_SRP: 'n' } },
  });
  const browser = new Browser(portal());
  expect((await signIn(browser, one.user.email)).body).toMatchObject({ state: 'confirmSignIn' });
  await answerTokens('RespondToAuthChallenge', claimsOf(two.user.email));
  const step = await browser.post('/session/confirm-sign-in', { method: 'totp', code: '123456' });
  expect(step.status).toBe(403);
  expect(await browser.fetchToken()).toBeUndefined();
});
