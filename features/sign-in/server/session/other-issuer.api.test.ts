import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '#server/database/testing/builders.ts';
import { oidcClientId, startOidcIssuer, type OidcIssuer } from '#server/outside/identity/testing/oidc-issuer.ts';
import { startTestPortal, type TestPortal } from '#server/testing/test-portal.ts';
import { newUserForm } from '#server/testing/user-forms.ts';

let issuer: OidcIssuer;
let portal: TestPortal;
let stop: () => Promise<void>;

beforeAll(async () => {
  issuer = await startOidcIssuer();
  ({ portal, stop } = await startTestPortal({ OIDC_ISSUER: issuer.issuer, OIDC_AUDIENCE: oidcClientId }));
});
afterAll(async () => {
  await stop();
  await issuer.stop();
});

const whoIs = (token: string) => portal.call('/session/user', { headers: { authorization: `Bearer ${token}` } });

test('a token of the other issuer opens the API by its proven address, with the roles the portal has for it', async () => {
  const { id, superAdmin } = await portal.makeCompany();
  const ann = await portal.makeUser(id, { email: 'ann@issuer.test', roles: ['Admin'] });
  const token = await issuer.fetchIdToken('ann');
  const known = { email: 'ann@issuer.test', companyId: id };
  expect(await whoIs(token)).toMatchObject({ status: 200, body: { ...known, roles: ['Admin'] } });
  const body = newUserForm({ email: ann.email, roles: ['User'] });
  await portal.call(`/users/${ann.id}`, { as: superAdmin, body });
  expect(await whoIs(token)).toMatchObject({ status: 200, body: { ...known, roles: ['User'] } });
});

test('an address that the portal has not verified belongs to no account', async () => {
  const { id } = await portal.makeCompany();
  await buildUser(portal.database, id, { email: 'eve@issuer.test', roles: ['SuperAdmin'] });
  expect((await whoIs(await issuer.fetchIdToken('eve'))).status).toBe(401);
});

test('a valid token of an unknown account is refused', async () => {
  expect((await whoIs(await issuer.fetchIdToken('nobody'))).status).toBe(401);
});

test('the portal’s own tokens go on opening it', async () => {
  const { superAdmin } = await portal.makeCompany();
  expect((await whoIs(superAdmin.token)).status).toBe(200);
});

test('who was added by several companies says which one is meant, and is then known there', async () => {
  const [first, real] = [await portal.makeCompany(), await portal.makeCompany()];
  const email = 'mari@issuer.test';
  for (const { superAdmin } of [first, real]) {
    await portal.call('/users', { as: superAdmin, body: newUserForm({ email }) });
  }
  await portal.database.systemPool.query('update identity.accounts set email_verified = true where email = $1', [
    email,
  ]);
  const token = await issuer.fetchIdToken('mari');
  expect((await whoIs(token)).status).toBe(401);
  const headers = { authorization: `Bearer ${token}`, 'x-company': real.id };
  expect(await portal.call('/session/user', { headers })).toMatchObject({ status: 200, body: { companyId: real.id } });
  expect(await whoIs(token)).toMatchObject({ status: 200, body: { companyId: real.id } });
});
