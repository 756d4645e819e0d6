import { expect, test } from 'vitest';
import type { SingleSignOn, SingleSignOnTest } from '#features/sign-in/contract/single-sign-on.ts';
import { createSecretBox } from '#server/lib/crypto/secret-box.ts';
import { runAsOwner } from '#server/database/testing/test-server.ts';
import { systemStatement } from '#server/sql/statement.ts';
import { bytes, uuid } from '#server/sql/types.ts';
import { checkDomains } from './domains.service.ts';
import { Browser } from '#server/testing/browser.ts';
import { readMails, waitForMail } from '#server/testing/caught-mail.ts';
import { toAnswer, useSignOn } from './testing/use-sign-on.ts';

const { portal, issuer, texts, save, runTest, makeSignedOn, start, signOn } = useSignOn();

const setSecretStatement = systemStatement({
  text: 'update sign_in_providers set client_secret = $clientSecret where company_id = $companyId',
  params: { companyId: uuid, clientSecret: bytes },
});

test('a client secret whose key is gone is named as such, at the sign-in and at the test', async () => {
  const { id, superAdmin } = await makeSignedOn('lost.example');
  const browser = new Browser(portal());
  const callback = await issuer().visit(await start(browser, 'a@lost.example'), 'a@lost.example');
  const sealed = createSecretBox('another key').seal('any', { companyId: id, recordId: 'single-sign-on' });
  await portal().database.inSystem('demo.seed', (tx) =>
    tx.run(setSecretStatement, { companyId: id, clientSecret: sealed }),
  );
  const lost = { status: 409, body: { code: 'single-sign-on.secret-lost' } };
  expect(await browser.post('/session/single-sign-on/finish', toAnswer(callback))).toMatchObject(lost);
  expect(await browser.post('/session/single-sign-on', { email: 'a@lost.example' })).toMatchObject(lost);
  expect(await portal().call('/company/single-sign-on/test', { as: superAdmin, method: 'POST' })).toMatchObject(lost);
  expect((await save(superAdmin, { domains: ['lost.example'] })).status).toBe(200);
  expect((await runTest(superAdmin)).outcome).toBe('ok');
});

test('the link of a subject to a user is an audit entry of its own, once', async () => {
  const { id, superAdmin } = await makeSignedOn('linked.example');
  const ann = await portal().makeUser(id, { email: 'ann@linked.example' });
  await signOn(new Browser(portal()), ann.email);
  await signOn(new Browser(portal()), ann.email);
  const { body } = await portal().call('/audit?entity=account', { as: superAdmin });
  const { entries } = body as { entries: { action: string }[] };
  expect(entries.filter(({ action }) => action === 'account.link')).toMatchObject([
    {
      actor: { email: ann.email },
      entityId: ann.accountId,
      after: { issuer: issuer().issuer, subject: ann.email },
    },
  ]);
});

test('a new user of a company that demands single sign-on is mailed no password, also when invited again', async () => {
  const { id } = await makeSignedOn('added.example');
  const browser = new Browser(portal());
  const ann = await portal().makeUser(id, { email: 'ann@added.example', roles: ['SuperAdmin'] });
  await signOn(browser, ann.email);
  await runAsOwner(
    portal().database.ownerUrl,
    `update sign_in_providers set is_demanded = true where company_id = '${id}'`,
  );
  const as = { ...ann, token: (await browser.fetchToken()) ?? '' };
  const body = { firstName: 'B', lastName: 'C', company: 'D', sapId: 'S', roles: ['User'], email: 'bob@added.example' };
  const created = await portal().call('/users', { as, body });
  expect(created.status).toBe(201);
  const { id: userId } = created.body as { id: string };
  expect((await portal().call(`/users/${userId}/invitation`, { as, method: 'POST' })).status).toBe(200);
  await expect.poll(async () => (await readMails(portal(), body.email)).length).toBe(2);
  for (const { text } of await readMails(portal(), body.email)) {
    expect(text).toContain('http://portal.test/single-sign-on');
    expect(text).not.toMatch(/temporary password/i);
  }
  expect((await signOn(new Browser(portal()), body.email)).step).toMatchObject({ status: 200 });
});

test('a record that is gone for days ends the proof, with a warning before; an outage does not', async () => {
  const { superAdmin } = await makeSignedOn('absent.example');
  const name = '_portal-verification.absent.example';
  const record = texts.get(name);
  const { database, adapters, clock } = portal();
  const check = async (found: string[] | undefined) => {
    texts.set(name, found);
    clock.advance(24 * 60 * 60 * 1000);
    await checkDomains({ ...adapters, database, clock, log: { warn: expect.unreachable } });
    // Once a day, however often it runs.
    await checkDomains({ ...adapters, database, clock, log: { warn: expect.unreachable } });
    const as = await portal().makeUser(superAdmin.companyId, { roles: ['SuperAdmin'] });
    const { body } = await portal().call('/company/single-sign-on', { as });
    return (body as SingleSignOn).domains[0]?.verifiedAt !== null;
  };
  const outage = undefined;
  for (const found of [[], record, [], outage, outage, outage, outage, ['other'], []])
    expect(await check(found)).toBe(true);
  await waitForMail(portal(), superAdmin.email, /verification of absent.example is missing/);
  expect(await check([])).toBe(false);
  expect((await waitForMail(portal(), superAdmin.email, /no longer verified/)).text).toMatch(/4 days in a row/);
  const as = await portal().makeUser(superAdmin.companyId, { roles: ['SuperAdmin'] });
  const { entries } = (await portal().call('/audit?entity=singleSignOn', { as })).body as { entries: object[] };
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'singleSignOn.withdraw-domain', before: { domain: 'absent.example' } }),
  );
  expect(await new Browser(portal()).post('/session/single-sign-on', { email: 'a@absent.example' })).toMatchObject({
    body: { code: 'session.no-single-sign-on' },
  });
  texts.set(name, record);
  const again = (await portal().call('/company/single-sign-on/test', { as, method: 'POST' })).body as SingleSignOnTest;
  expect(again.singleSignOn.domains[0]?.verifiedAt).not.toBeNull();
});
