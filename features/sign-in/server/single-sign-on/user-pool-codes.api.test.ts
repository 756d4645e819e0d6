import { expect, test } from 'vitest';
import { denial } from '#server/outside/identity/testing/cognito-server.ts';
import { Browser } from '#server/testing/browser.ts';
import { poolClient, poolPassword, usePoolAnswers } from './testing/use-pool-answers.ts';

const { portal, pool, makePerson, claimsOf, signIn, answerTokens, lastCall, hashOf } = usePoolAnswers();

test('an address that the pool has not verified is verified by its code before it is linked', async () => {
  const { user } = await makePerson();
  await answerTokens('InitiateAuth', { ...claimsOf(user.email), email_verified: false });
  pool().on('GetUserAttributeVerificationCode', { body: {} });
  const browser = new Browser(portal());
  expect((await signIn(browser, user.email)).body).toEqual({ state: 'confirmSignUp', email: user.email });
  expect(lastCall('GetUserAttributeVerificationCode')).toEqual({
    AccessToken: 'an-access-token',
    AttributeName: 'email',
  });
  const confirm = (as: Browser) => as.post('/session/confirm-sign-up', { email: user.email, code: '123456' });
  pool().on('VerifyUserAttribute', denial('ExpiredCodeException'));
  expect(await confirm(browser)).toMatchObject({ status: 422, body: { code: 'session.wrong-code' } });
  pool().on('VerifyUserAttribute', { body: {} });
  pool().on('ConfirmSignUp', denial('NotAuthorizedException', 'User cannot be confirmed.'));
  expect((await confirm(new Browser(portal()))).status).toBe(422);
  expect((await confirm(browser)).body).toMatchObject({ state: 'signIn' });
  expect(lastCall('VerifyUserAttribute')).toMatchObject({ AccessToken: 'an-access-token', Code: '123456' });
  // After ten minutes no code is sent, and none is said to be.
  await signIn(browser, user.email);
  portal().clock.advance(601_000);
  const sent = pool().calls.length;
  expect(await browser.post('/session/resend-code', { email: user.email })).toMatchObject({
    status: 409,
    body: { code: 'session.step-out-of-turn' },
  });
  expect(pool().calls.length).toBe(sent);
  // Of an address that is not the one that was typed nothing is verified.
  await answerTokens('InitiateAuth', { ...claimsOf('other@evil.example'), email_verified: false });
  expect((await signIn(new Browser(portal()), user.email)).body).toMatchObject({ code: 'session.email-unverified' });
});

const signUpForm = (email: string) => ({
  email,
  password: poolPassword,
  firstName: 'Ann',
  lastName: 'Long',
  company: 'Acme',
  termsConditions: true,
  dataProcessing: true,
});

test('a sign-up sends the attributes and agreements; what the pool denies is said, but not whom it knows', async () => {
  const { domain } = await makePerson();
  const signUp = (name: string) => portal().call('/session/sign-up', { body: signUpForm(`${name}@${domain}`) });
  pool().on('SignUp', { body: { UserConfirmed: false, UserSub: 'x' } });
  expect((await signUp('new')).body).toEqual({ state: 'confirmSignUp', email: `new@${domain}` });
  expect(lastCall('SignUp')).toEqual({
    ClientId: poolClient.clientId,
    Username: `new@${domain}`,
    SecretHash: hashOf(`new@${domain}`),
    Password: poolPassword,
    UserAttributes: [
      { Name: 'email', Value: `new@${domain}` },
      { Name: 'name', Value: 'Ann' },
      { Name: 'family_name', Value: 'Long' },
      { Name: 'custom:company', Value: 'Acme' },
    ],
    ValidationData: [
      { Name: 'termsConditions', Value: 'true' },
      { Name: 'dataProcessing', Value: 'true' },
    ],
  });
  pool().on('SignUp', denial('UsernameExistsException'));
  expect((await signUp('known')).body).toEqual({ state: 'confirmSignUp', email: `known@${domain}` });
  pool().on('SignUp', denial('InvalidPasswordException'));
  expect((await signUp('weak')).body).toMatchObject({
    code: 'session.password-denied',
    fields: [{ path: 'password' }],
  });
  pool().on('SignUp', denial('NotAuthorizedException', 'SignUp is not permitted for this user pool'));
  expect((await signUp('closed')).body).toMatchObject({ code: 'session.sign-up-closed' });
  pool().on('SignUp', denial('TooManyRequestsException'));
  expect((await signUp('many')).status).toBe(429);
  pool().on('SignUp', { status: 500, body: {} });
  expect(await signUp('away')).toMatchObject({ status: 503, body: { code: 'session.issuer-unreachable' } });
});

test.each([
  ['a sent code', { body: {} }, 200],
  ['an unknown user', denial('UserNotFoundException'), 200],
  ['a user who is confirmed', denial('InvalidParameterException', 'User is already confirmed.'), 200],
  [
    'a user who cannot reset',
    denial('NotAuthorizedException', 'User password cannot be reset in the current state.'),
    200,
  ],
  ['its throttling', denial('TooManyRequestsException'), 429],
  ['a fault of its own', { status: 500, body: {} }, 503],
])('codes that the pool sends are answered with %s', async (_name, answer, status) => {
  const { user } = await makePerson();
  for (const [path, operation] of [
    ['/session/resend-code', 'ResendConfirmationCode'],
    ['/session/forgot-password', 'ForgotPassword'],
  ] as const) {
    pool().on(operation, answer);
    expect((await portal().call(path, { body: { email: user.email } })).status).toBe(status);
    expect(lastCall(operation)).toEqual({
      ClientId: poolClient.clientId,
      Username: user.email,
      SecretHash: hashOf(user.email),
    });
  }
});

test.each([
  ['/session/resend-code', 'ResendConfirmationCode'],
  ['/session/forgot-password', 'ForgotPassword'],
])('a code asked for by %s while the pool is away can be asked for again at once', async (path, operation) => {
  const { user } = await makePerson();
  const ask = async () => (await portal().call(path, { body: { email: user.email } })).status;
  pool().on(operation, { status: 500, body: {} });
  expect([await ask(), await ask()]).toEqual([503, 503]);
  pool().on(operation, { body: {} });
  expect([await ask(), await ask()]).toEqual([200, 429]);
});

test.each([
  ['a code that has expired', denial('ExpiredCodeException'), 'session.wrong-code'],
  ['a wrong code', denial('CodeMismatchException'), 'session.wrong-code'],
  ['an unknown user', denial('UserNotFoundException'), 'session.wrong-code'],
  ['too many tries', denial('TooManyFailedAttemptsException'), 'session.too-many-attempts'],
  ['a password of before', denial('PasswordHistoryPolicyViolationException'), 'session.same-password'],
  ['a password against its policy', denial('InvalidPasswordException'), 'session.password-denied'],
])('a reset at the pool with %s is denied', async (_name, answer, code) => {
  const { user } = await makePerson();
  pool().on('ConfirmForgotPassword', answer);
  const body = { email: user.email, code: '123456', password: poolPassword };
  expect((await portal().call('/session/reset-password', { body })).body).toMatchObject({ code });
  expect((await portal().call('/session/user', { as: user })).status).toBe(200);
});

/** Signs in with a refresh token that the pool takes for an access token. */
async function openSession() {
  const { user } = await makePerson();
  const claims = { ...claimsOf(user.email), 'cognito:username': 'the-name' };
  await answerTokens('InitiateAuth', claims);
  const browser = new Browser(portal());
  await signIn(browser, user.email);
  return { browser, authorization: `Bearer ${(await browser.fetchToken()) ?? ''}` };
}

test.each([
  [
    'a wrong password',
    denial('NotAuthorizedException', 'Incorrect username or password.'),
    422,
    'session.wrong-password',
  ],
  ['a denied password', denial('InvalidPasswordException'), 422, 'session.password-denied'],
  ['its limit', denial('LimitExceededException'), 429, 'session.too-many-attempts'],
  ['a fault of its own', { status: 500, body: {} }, 503, 'session.issuer-unreachable'],
])('a change of the password at the pool with %s is denied', async (_name, answer, status, code) => {
  const { browser, authorization } = await openSession();
  pool().on('ChangePassword', answer);
  const body = { password: poolPassword, newPassword: 'Pool-changed-2026!' };
  const changed = await browser.call('/session/password', { headers: { authorization }, body });
  expect(changed).toMatchObject({ status, body: { code } });
  expect(lastCall('InitiateAuth')).toMatchObject({
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    AuthParameters: { REFRESH_TOKEN: 'a-refresh-token', SECRET_HASH: hashOf('the-name') },
  });
  expect(lastCall('ChangePassword')).toMatchObject({ AccessToken: 'an-access-token', PreviousPassword: poolPassword });
  expect((await portal().call('/session/user', { headers: { authorization } })).status).toBe(200);
});

test('signing out ends the session here and revokes its token at the pool, also where that is away', async () => {
  for (const answer of [{ body: {} }, { status: 500, body: {} }]) {
    const { browser, authorization } = await openSession();
    pool().on('RevokeToken', answer);
    expect((await browser.post('/session/sign-out')).body).toEqual({ state: 'signedOut' });
    expect(lastCall('RevokeToken')).toEqual({
      ClientId: poolClient.clientId,
      ClientSecret: poolClient.clientSecret,
      Token: 'a-refresh-token',
    });
    expect((await portal().call('/session/user', { headers: { authorization } })).status).toBe(401);
  }
});

test('signing out everywhere signs out at the pool too', async () => {
  const { browser, authorization } = await openSession();
  pool().on('GlobalSignOut', { body: {} });
  const signedOut = await browser.call('/session/sign-out-everywhere', { method: 'POST', headers: { authorization } });
  expect(signedOut).toMatchObject({ status: 200, body: { state: 'signedOut' } });
  expect(lastCall('GlobalSignOut')).toEqual({ AccessToken: 'an-access-token' });
  expect((await portal().call('/session/user', { headers: { authorization } })).status).toBe(401);
});

test('a pool without authenticator apps, or that is away, is said so to who turns one on', async () => {
  const { user } = await makePerson();
  await answerTokens('InitiateAuth', { ...claimsOf(user.email), email_verified: true });
  const browser = new Browser(portal());
  expect((await signIn(browser, user.email)).body).toMatchObject({ state: 'signedIn' });
  pool().on('GetUser', { body: { Username: 'ann' } });
  pool().on('AssociateSoftwareToken', denial('SoftwareTokenMFANotFoundException'));
  const setUp = async () =>
    browser.call('/session/two-factor', {
      headers: { authorization: `Bearer ${(await browser.fetchToken()) ?? ''}` },
      body: { password: poolPassword },
    });
  expect(await setUp()).toMatchObject({ status: 409, body: { code: 'session.no-app-at-pool' } });
  pool().on('GetUser', { status: 500, body: {} });
  expect(await setUp()).toMatchObject({ status: 503, body: { code: 'session.issuer-unreachable' } });
});
