import { beforeAll, expect, test } from 'vitest';
import { runSql } from '../../sql/run-sql.ts';
import { Browser } from '../../browser.ts';
import { readMails } from '../../caught-mail.ts';
import { useTestPortal, type TestUser } from '../../test-portal.ts';
import { newUserForm } from '../../user-forms.ts';
import { listEndpoints, type SweptEndpoint } from '../endpoints.ts';
import { leadLife, type Life } from './lead-life.ts';
import { sendRaw } from '../raw-call.ts';
import { makeSweepWorld, takeSnapshot, type SweepCaller, type SweepWorld } from '../sweep-world.ts';
import { toRawCall } from '../swept-call.ts';
import { getValidCall } from '../valid-calls/valid-calls.ts';

/*
 * A company adds the address of a person of another company, in every way, and nothing of what the person does there comes
 * to it, until the person signs in to it.
 */

const portal = useTestPortal({ TRUST_PROXY: '1' });
const homeName = 'Planted Home Holding';
let world: SweepWorld;

const call = (path: string, more: object = {}) => portal().call(path, { as: world.own.superAdmin, ...more });

async function create(email: string, values: object = {}): Promise<string> {
  const { status, body } = await call('/users', { body: newUserForm({ email, ...values }) });
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

const signInHere = (email: string, password: string) => signIn(email, password, { 'x-company': world.own.id });

async function signIn(email: string, password: string, headers: Record<string, string> = {}): Promise<void> {
  const browser = new Browser(portal());
  await browser.post('/session/sign-in', { email, password });
  const authorization = `Bearer ${(await browser.fetchToken()) ?? ''}`;
  expect((await browser.call('/session/user', { headers: { authorization, ...headers } })).status).toBe(200);
}

/** Every way in which a company gets an address; each answers the id of its user. */
const ways: Record<string, (email: string, user: TestUser) => Promise<string>> = {
  'as a user': (email) => create(email),
  'as a SuperAdmin': (email) => create(email, { roles: ['SuperAdmin'] }),
  'in other letters': (email) => create(email.toUpperCase()),
  async 'by a list'(email) {
    const users = [newUserForm({ email })];
    const { body } = await call('/users/invitations', { body: { users } });
    return (body as { results: { id: string }[] }).results[0]?.id ?? '';
  },
  async 'in place of another address'(email) {
    const id = await create(newUserForm().email);
    expect((await call(`/users/${id}`, { body: newUserForm({ email }) })).status).toBe(200);
    return id;
  },
  async 'with a second invitation'(email) {
    const id = await create(email);
    expect((await call(`/users/${id}/invitation`, { method: 'POST' })).status).toBe(200);
    return id;
  },
  async 'deactivated and active again'(email) {
    const id = await create(email);
    for (const state of ['deactivation', 'reactivation']) await call(`/users/${id}/${state}`, { method: 'POST' });
    return id;
  },
  async 'and visits the company as an operator of the provider'(email, { token }) {
    const id = await create(email);
    const headers = { authorization: `Bearer ${token}`, 'x-company': world.own.id };
    expect((await portal().call('/session/user', { headers })).status).toBe(200);
    return id;
  },
  async 'and deactivated, once the person had come'(email) {
    const id = await create(email);
    await signInHere(email, 'Steward-2026!');
    await call(`/users/${id}/deactivation`, { method: 'POST' });
    return id;
  },
};

interface Person extends Life {
  readonly user: TestUser;
  /** The user in the company that added the address. */
  readonly addedId: string;
}
const people = new Map<string, Person>();
let homeIds: string[] = [];

function getPerson(way: string): Person {
  const person = people.get(way);
  if (!person) throw new Error(`No one was added ${way}.`);
  return person;
}

beforeAll(async () => {
  world = await makeSweepWorld(portal());
  const home = await portal().makeCompany({ name: homeName });
  homeIds = [home.id, world.providerSuperAdmin.user.companyId];
  for (const [place, [way, add]] of Object.entries(ways).entries()) {
    // Every other one is an operator of the provider.
    const [homeId = '', roles] =
      place % 2 === 0 ? [homeIds[0], ['User' as const]] : [homeIds[1], ['SuperAdmin' as const]];
    const user = await portal().makeUser(homeId, { roles });
    await signIn(user.email, 'Steward-2026!');
    const addedId = await add(user.email, user);
    const life = { network: `203.0.113.${100 + place}`, newEmail: `planted-${place}@moved.example` };
    await world.forgetAttempts();
    await leadLife(portal(), user, life);
    people.set(way, { ...life, user, addedId });
  }
}, 600_000);

/** Texts that belong to the people alone. */
const listPlanted = () => [homeName, ...[...people.values()].flatMap(({ network, newEmail }) => [network, newEmail])];
const findPlanted = (text: string) => listPlanted().filter((planted) => text.includes(planted));

test('the companies of the people see each of the texts that are looked for', async () => {
  await expect
    .poll(async () =>
      findPlanted((await Promise.all(homeIds.map((id) => takeSnapshot(world, id)))).join('')).toSorted(),
    )
    .toEqual(listPlanted().toSorted());
});

test('no row of the company that added the addresses holds any of them, so that no export does', async () => {
  expect(findPlanted(await takeSnapshot(world, world.own.id))).toEqual([]);
});

test('no answer of any endpoint holds any of them, or a second factor', { timeout: 600_000 }, async () => {
  const found: string[] = [];
  let cells = 0;
  const readAs = async (endpoint: SweptEndpoint, caller: SweepCaller) => {
    const { input, endsSession } = await getValidCall(endpoint.key, world, caller);
    if (endsSession) return;
    const answer = await sendRaw(portal().url, await toRawCall(endpoint, input, caller.headers));
    const texts = [...findPlanted(answer.text), ...(/"hasTwoFactor": ?true/.test(answer.text) ? ['factor'] : [])];
    found.push(...texts.map((text) => `${endpoint.id} × ${caller.name}: ${text}`));
    cells += 1;
  };
  // The provider sees all companies.
  const callers = world.callers.filter(({ holder }) => !holder.isProvider);
  for (const endpoint of listEndpoints()) {
    // What the SuperAdmin may not read, no other role reads; a change by each of them would take as long again.
    const roles = endpoint.method === 'GET' ? callers : [world.superAdmin];
    await Promise.all(roles.map((caller) => readAs(endpoint, caller)));
  }
  expect(found).toEqual([]);
  expect(cells).toBeGreaterThan(listEndpoints().length);
});

test('no mail to the people of the company holds any of them', async () => {
  const readers = world.callers.filter(({ companyId }) => companyId === world.own.id);
  const mails = await Promise.all(readers.map(({ user }) => readMails(portal(), user.email)));
  expect(findPlanted(JSON.stringify(mails.flat()))).toEqual([]);
});

test.each(Object.keys(ways))('who was added %s is shown as added, and is no one else', async (way) => {
  const { addedId, user } = getPerson(way);
  const { body } = await call(`/users/${addedId}`);
  expect(body).toMatchObject({ email: user.email, access: { hasTwoFactor: false } });
});

test('a new address that is added too is answered like any other, and is another user', async () => {
  const { newEmail, addedId, user } = getPerson('as a user');
  const id = await create(newEmail);
  expect(id).not.toBe(addedId);
  expect((await call(`/users/${addedId}`)).body).toMatchObject({ email: user.email });
  expect((await call('/users', { method: 'DELETE', body: [id] })).status).toBe(200);
});

test('from the first sign-in there on, the company sees the address and the sign-ins', async () => {
  const { addedId, user, newEmail } = getPerson('in other letters');
  await portal().database.systemPool.query('update identity.accounts set two_factor_enabled = false where id = $1', [
    user.accountId,
  ]);
  await signInHere(newEmail, 'The-last-Steward-2028!');
  expect((await call(`/users/${addedId}`)).body).toMatchObject({ email: newEmail, access: { state: 'Active' } });
  await signInHere(newEmail, 'The-last-Steward-2028!');
  const actions = await portal().database.inCompany(world.own.id, (tx) =>
    runSql<{ action: string }>(tx, 'select action from audit_entries where actor_account_id = $1', [user.accountId]),
  );
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['users.verify-contact', 'account.sign-in']),
  );
});
