import { expect, test } from 'vitest';
import { createSecretBox } from '../../lib/crypto/secret-box.ts';
import { runAsOwner } from '../../database/testing/test-server.ts';
import { systemStatement } from '../../sql/statement.ts';
import { bytes, uuid } from '../../sql/types.ts';
import { Browser } from '../../testing/browser.ts';
import { readMails } from '../../testing/caught-mail.ts';
import { toAnswer, useSignOn } from './testing/use-sign-on.ts';

const { portal, issuer, save, runTest, makeSignedOn, start, signOn } = useSignOn();

const setSecretStatement = systemStatement({
  text: 'update sign_in_providers set client_secret = $clientSecret where company_id = $companyId',
  params: { companyId: uuid, clientSecret: bytes },
});

test('a client secret whose key is gone is named as such, at the sign-in and at the test', async () => {
  const { id, superAdmin } = await makeSignedOn('lost.example');
  const browser = new Browser(portal());
  const callback = await issuer().visit(await start(browser, 'a@lost.example'), 'a@lost.example');
  const sealed = createSecretBox('another key').seal('any', { companyId: id, recordId: 'single-sign-on' });
  await portal().database.withSystem('demo.seed', (tx) =>
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
