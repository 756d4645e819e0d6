import { expect, test } from 'vitest';
import { denial, startCognitoServer } from '#server/outside/identity/testing/cognito-server.ts';
import { Browser } from '#server/testing/browser.ts';
import { poolClient, poolPassword, usePoolAnswers } from './testing/use-pool-answers.ts';

const {
  portal,
  pool,
  save,
  test: testPool,
  makePerson,
  claimsOf,
  signIn,
  answerTokens,
  lastCall,
  hashOf,
} = usePoolAnswers();

test('the password goes with the hash of the client’s secret, and a sound token opens a session', async () => {
  const { user } = await makePerson();
  await answerTokens('InitiateAuth', claimsOf(user.email));
  const browser = new Browser(portal());
  expect((await signIn(browser, user.email)).body).toEqual({ state: 'signedIn', email: user.email });
  expect(lastCall('InitiateAuth')).toEqual({
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: poolClient.clientId,
    AuthParameters: { USERNAME: user.email, PASSWORD: poolPassword, SECRET_HASH: hashOf(user.email) },
  });
});

test.each([
  ['of another pool', { iss: 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Other' }],
  ['for another client', { aud: 'other' }],
  ['that is an access token', { token_use: 'access' }],
  ['whose subject cannot be stored', { sub: 'a\u0000b' }],
  ['whose subject has a line break', { sub: 'a\nb' }],
  ['that has expired', { exp: 1 }],
  ['without a subject', { sub: '' }],
])('an identity token %s opens no session', async (_name, changes) => {
  const { user } = await makePerson();
  await answerTokens('InitiateAuth', { ...claimsOf(user.email), ...changes });
  const browser = new Browser(portal());
  expect((await signIn(browser, user.email)).body).toMatchObject({ code: 'session.sign-on-unsound' });
  expect(await browser.fetchToken()).toBeUndefined();
});

test('an identity token that was changed, or signed by another key, opens no session', async () => {
  const { user } = await makePerson();
  const other = await startCognitoServer();
  const [own, foreign] = [await pool().sign(claimsOf(user.email)), await other.sign(claimsOf(user.email))];
  await other.stop();
  const [head, payload = '', signature] = own.IdToken.split('.');
  const forged = Buffer.from(payload, 'base64url').toString().replace(user.email, 'eve@evil.example');
  const changed = [head, Buffer.from(forged).toString('base64url'), signature].join('.');
  for (const IdToken of [changed, foreign.IdToken, 'a.b.c', 'x'.repeat(9000)]) {
    pool().on('InitiateAuth', { body: { AuthenticationResult: { ...own, IdToken } } });
    expect((await signIn(new Browser(portal()), user.email)).body).toMatchObject({ code: 'session.sign-on-unsound' });
  }
});

test.each([
  ['a wrong password', denial('NotAuthorizedException', 'Incorrect username or password.'), 401],
  ['an unknown user', denial('UserNotFoundException', 'User does not exist.'), 401],
  ['a disabled user', denial('NotAuthorizedException', 'User is disabled.'), 401],
  ['a password to be reset', denial('PasswordResetRequiredException'), 401],
  ['too many attempts', denial('NotAuthorizedException', 'Password attempts exceeded'), 429],
  ['its throttling', denial('TooManyRequestsException', 'Rate exceeded'), 429],
  ['its limit', denial('LimitExceededException', 'Attempt limit exceeded, please try after some time.'), 429],
  ['a trigger', denial('UserLambdaValidationException', 'PreAuthentication failed with error Denied.'), 403],
  ['a secret that is wrong', denial('NotAuthorizedException', 'Unable to verify secret hash for client x'), 403],
  ['an unknown client', denial('ResourceNotFoundException', 'User pool client x does not exist.'), 403],
  ['a fault of its own', { status: 500, body: { __type: 'InternalErrorException' } }, 503],
  ['no denial', { status: 400, body: {} }, 403],
])('the pool answers with %s', async (_name, answer, status) => {
  const { user } = await makePerson();
  pool().on('InitiateAuth', answer);
  const answered = await signIn(new Browser(portal()), user.email);
  expect(answered.status).toBe(status);
  expect(answered.headers.get('retry-after')).toEqual(status === 429 ? '30' : (null as unknown));
  expect(JSON.stringify(answered.body)).not.toMatch(/Exception|secret hash|portalclient/);
});

test('a pool that is away is said so, and guesses count all the same', async () => {
  const { superAdmin, domain, user } = await makePerson();
  await save(superAdmin, { ...poolClient, userPoolId: 'eu-central-1_Gone1' }, { domains: [domain] });
  pool().on('InitiateAuth', { status: 503, body: {} });
  const browser = new Browser(portal());
  for (let time = 0; time < 5; time += 1) {
    expect(await signIn(browser, user.email)).toMatchObject({
      status: 503,
      body: { code: 'session.issuer-unreachable' },
    });
  }
  expect((await signIn(browser, user.email)).status).toBe(429);
});

test('a test of the pool knows a wrong secret from a client that signs in by other ways only', async () => {
  const { superAdmin, domain } = await makePerson();
  await save(superAdmin, poolClient, { domains: [domain] });
  const outcomeOf = async (answer: ReturnType<typeof denial>) => {
    pool().on('InitiateAuth', answer);
    return ((await testPool(superAdmin)).body as { outcome: string }).outcome;
  };
  expect(await outcomeOf(denial('NotAuthorizedException', 'Incorrect username or password.'))).toBe('ok');
  expect(await outcomeOf(denial('NotAuthorizedException', 'Unable to verify secret hash for client x'))).toBe(
    'wrong-client',
  );
  const disabled = denial('InvalidParameterException', 'USER_PASSWORD_AUTH flow not enabled for this client');
  expect(await outcomeOf(disabled)).toBe('unsupported');
});

const challenge = (ChallengeName: string, more: object = {}) => ({
  body: { ChallengeName, Session: 'first-session', ChallengeParameters: { USER_ID_FOR_SRP: 'the-name' }, ...more },
});

const confirm = (browser: Browser, code: string) => browser.post('/session/confirm-sign-in', { method: 'totp', code });

test.each([
  ['SMS_MFA', 'sms', 'SMS_MFA_CODE'],
  ['EMAIL_OTP', 'mail', 'EMAIL_OTP_CODE'],
  ['SOFTWARE_TOKEN_MFA', 'app', 'SOFTWARE_TOKEN_MFA_CODE'],
])('the step %s takes a code', async (step, codeFrom, field) => {
  const { user } = await makePerson();
  pool().on('InitiateAuth', challenge(step));
  const browser = new Browser(portal());
  const begun = await signIn(browser, user.email);
  expect(begun.body).toEqual({ state: 'confirmSignIn', email: user.email, codeFrom });
  pool().on('RespondToAuthChallenge', denial('CodeMismatchException'));
  expect(await confirm(browser, '000000')).toMatchObject({ status: 422, body: { code: 'session.wrong-code' } });
  pool().on('RespondToAuthChallenge', denial('ExpiredCodeException'));
  expect(await confirm(browser, '000000')).toMatchObject({ status: 422, body: { code: 'session.wrong-code' } });
  await answerTokens('RespondToAuthChallenge', claimsOf(user.email));
  expect((await confirm(browser, '123456')).body).toMatchObject({ state: 'signedIn' });
  expect(lastCall('RespondToAuthChallenge')).toEqual({
    ClientId: poolClient.clientId,
    ChallengeName: step,
    Session: 'first-session',
    ChallengeResponses: { USERNAME: 'the-name', [field]: '123456', SECRET_HASH: hashOf('the-name') },
  });
});

test('a step whose session is over begins again, wrong codes lock, and a changed client ends it', async () => {
  const { superAdmin, domain, user } = await makePerson();
  pool().on('InitiateAuth', challenge('SMS_MFA'));
  const browser = new Browser(portal());
  await signIn(browser, user.email);
  pool().on(
    'RespondToAuthChallenge',
    denial('NotAuthorizedException', 'Invalid session for the user, session is expired.'),
  );
  expect(await confirm(browser, '000000')).toMatchObject({ status: 409, body: { code: 'session.step-out-of-turn' } });
  pool().on('RespondToAuthChallenge', denial('CodeMismatchException'));
  for (let time = 0; time < 5; time += 1) expect((await confirm(browser, '000000')).status).toBe(422);
  expect(await confirm(browser, '123456')).toMatchObject({ status: 429 });
  portal().clock.advance(120_000);
  await save(superAdmin, { ...poolClient, clientId: 'another' }, { domains: [domain] });
  expect(await confirm(browser, '123456')).toMatchObject({ status: 409 });
  portal().clock.advance(600_000);
  expect((await browser.call('/session')).body).toEqual({ state: 'signedOut' });
});

test('where the user can choose the app is taken, and a pool that lets choose for ever is not followed', async () => {
  const { user } = await makePerson();
  const choice = challenge('SELECT_MFA_TYPE', {
    ChallengeParameters: { USER_ID_FOR_SRP: 'n', MFAS_CAN_CHOOSE: '["SMS_MFA","SOFTWARE_TOKEN_MFA"]' },
  });
  pool().on('InitiateAuth', choice);
  pool().on('RespondToAuthChallenge', challenge('SOFTWARE_TOKEN_MFA'));
  expect((await signIn(new Browser(portal()), user.email)).body).toMatchObject({ codeFrom: 'app' });
  expect(lastCall('RespondToAuthChallenge')).toMatchObject({ ChallengeResponses: { ANSWER: 'SOFTWARE_TOKEN_MFA' } });
  pool().on('RespondToAuthChallenge', choice);
  expect((await signIn(new Browser(portal()), user.email)).body).toMatchObject({ code: 'session.sign-on-unsound' });
});

test('an app that the pool demands is set up before the sign-in, by its key and a first code', async () => {
  const { user } = await makePerson();
  pool().on(
    'InitiateAuth',
    challenge('MFA_SETUP', { ChallengeParameters: { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' } }),
  );
  pool().on('AssociateSoftwareToken', { body: { SecretCode: 'ABCDEFGHIJKLMNOP', Session: 'second-session' } });
  const browser = new Browser(portal());
  expect((await signIn(browser, user.email)).body).toEqual({ state: 'totpSetup', email: user.email });
  expect(lastCall('AssociateSoftwareToken')).toEqual({ Session: 'first-session' });
  const { key } = (await browser.call('/session')).body as { key: { uri: string; secret: string } };
  expect(key).toEqual({
    secret: 'ABCDEFGHIJKLMNOP',
    uri: expect.stringContaining('secret=ABCDEFGHIJKLMNOP&') as string,
  });
  pool().on('VerifySoftwareToken', denial('EnableSoftwareTokenMFAException', 'Code mismatch'));
  expect(await confirm(browser, '000000')).toMatchObject({ status: 422, body: { code: 'session.wrong-code' } });
  pool().on('VerifySoftwareToken', { body: { Status: 'SUCCESS', Session: 'third-session' } });
  await answerTokens('RespondToAuthChallenge', claimsOf(user.email));
  expect((await confirm(browser, '123456')).body).toMatchObject({ state: 'signedIn' });
  expect(lastCall('VerifySoftwareToken')).toEqual({ Session: 'second-session', UserCode: '123456' });
  expect(lastCall('RespondToAuthChallenge')).toMatchObject({ ChallengeName: 'MFA_SETUP', Session: 'third-session' });
});

test('a new password that the pool denies is said at its field', async () => {
  const { user } = await makePerson();
  pool().on('InitiateAuth', challenge('NEW_PASSWORD_REQUIRED'));
  const browser = new Browser(portal());
  await signIn(browser, user.email);
  pool().on('RespondToAuthChallenge', denial('InvalidPasswordException', 'Password does not conform to policy'));
  expect(await browser.post('/session/new-password', { password: poolPassword })).toMatchObject({
    status: 422,
    body: { code: 'session.password-denied', fields: [{ path: 'password' }] },
  });
});

test.each([
  ['is disabled', denial('NotAuthorizedException', 'User is disabled.'), true],
  ['has no refresh token any more', denial('NotAuthorizedException', 'Refresh Token has been revoked'), true],
  ['is unknown', denial('UserNotFoundException', 'User does not exist.'), true],
  ['cannot be asked, because the pool is away', { status: 503, body: {} }, false],
  ['cannot be asked, because of throttling', denial('TooManyRequestsException', 'Rate exceeded'), false],
  ['cannot be asked with a wrong secret', denial('NotAuthorizedException', 'Unable to verify secret hash'), false],
])('a signed-in person who %s', async (_name, answer, isSignedOut) => {
  const { user } = await makePerson();
  // The tests before have moved the clock of the portal.
  const exp = portal().clock.now().getTime() / 1000 + 60;
  await answerTokens('InitiateAuth', { ...claimsOf(user.email), exp });
  const browser = new Browser(portal());
  expect((await signIn(browser, user.email)).body).toMatchObject({ state: 'signedIn' });
  pool().on('InitiateAuth', answer);
  const asked = () => pool().calls.filter(({ operation }) => operation === 'InitiateAuth').length;
  const before = asked();
  portal().clock.advance(9 * 60_000);
  expect(await browser.fetchToken()).toBeDefined();
  expect(asked()).toBe(before);
  portal().clock.advance(60_000);
  expect((await browser.fetchToken()) === undefined).toBe(isSignedOut);
  expect(asked()).toBe(before + 1);
  expect(lastCall('InitiateAuth')).toMatchObject({ AuthFlow: 'REFRESH_TOKEN_AUTH' });
});
