import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { makeRowFile } from '#features/protection/server/exports/testing/make-row-file.ts';
import {
  erasePerson,
  findPerson,
  makeReportingCompany,
  waitForErasures,
} from '#features/intake/server/testing/person-sender.ts';
import { Browser } from '../../browser.ts';
import { waitForCode, waitForTemporaryPassword } from '../../caught-mail.ts';
import { runSql } from '../../sql/run-sql.ts';
import { testPassword, type TestPortal, type TestUser } from '../../test-portal.ts';
import { newUserForm, profileForm } from '../../user-forms.ts';
import type { Attacks } from './attack.ts';

/* What a company that only added or reported an address tries with it. */

const call =
  (portal: TestPortal, as: TestUser) =>
  (path: string, more: object = {}) =>
    portal.call(path, { as, ...more });

async function add(portal: TestPortal, as: TestUser, email: string): Promise<string> {
  const { status, body } = await portal.call('/users', { as, body: newUserForm({ email }) });
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

/** Calls that concern a user, in an order in which each can be done. */
const steps: Readonly<
  Record<string, (portal: TestPortal, as: TestUser, id: string) => Promise<{ status: number; body: unknown }>>
> = {
  reads: (portal, as, id) => call(portal, as)(`/users/${id}`),
  invites: (portal, as, id) => call(portal, as)(`/users/${id}/invitation`, { method: 'POST' }),
  'resets the second factor': (portal, as, id) => call(portal, as)(`/users/${id}/two-factor`, { method: 'DELETE' }),
  deactivates: (portal, as, id) => call(portal, as)(`/users/${id}/deactivation`, { method: 'POST' }),
  reactivates: (portal, as, id) => call(portal, as)(`/users/${id}/deactivation`, { method: 'DELETE' }),
  'gives another address': (portal, as, id) => call(portal, as)(`/users/${id}`, { body: newUserForm() }),
  deletes: (portal, as, id) => call(portal, as)('/users', { method: 'DELETE', body: [id] }),
};

/** The answer without what the call itself named. */
const toShape = ({ status, body }: { status: number; body: unknown }, own: readonly string[]) =>
  own
    .reduce(
      (text, each) => text.replaceAll(each, '…'),
      JSON.stringify({ status, body }).replaceAll(/"requestId":"[^"]+"|"version":\d+|"updatedAt":"[^"]+"/g, ''),
    )
    .replaceAll(/[0-9a-f-]{36}@test\.example|[0-9a-f]{8}-[0-9a-f-]{27}|First\w*|Last\w*/g, '…');

export const neighbourAttacks: Attacks = {
  async 'no act on an added user tells whether the person has an account, a second factor or sessions'({ portal }) {
    const { superAdmin } = await portal.makeCompany();
    const home = await portal.makeCompany();
    const known = await portal.makeUser(home.id);
    await portal.database.systemPool.query(
      `update identity.accounts set two_factor_enabled = true, pending_email = 'later@test.example' where id = $1`,
      [known.accountId],
    );
    const emails = [known.email, `${randomUUID()}@test.example`];
    const shapes = await Promise.all(
      emails.map(async (email) => {
        const id = await add(portal, superAdmin, email);
        const said: string[] = [];
        for (const [name, step] of Object.entries(steps)) {
          said.push(`${name} ${toShape(await step(portal, superAdmin, id), [email, id])}`);
        }
        return said;
      }),
    );
    expect(shapes[0]).toEqual(shapes[1]);
  },

  async 'no act on an added user ends a session, a password, a code, a mail, a file or a link of the person elsewhere'({
    portal,
  }) {
    const home = await portal.makeCompany();
    for (const [name, step] of Object.entries(steps)) {
      const { superAdmin } = await portal.makeCompany();
      const ann = await portal.makeUser(home.id);
      const file = await makeRowFile(portal, ann);
      const newEmail = `${randomUUID()}@test.example`;
      const form = profileForm(newEmail, { currentPassword: testPassword });
      expect((await portal.call(`/users/${ann.id}`, { as: ann, body: form })).status).toBe(200);
      await portal.call('/session/forgot-password', { body: { email: ann.email } });
      const reset = await waitForCode(portal, ann.email, /^Reset your/);
      const change = await waitForCode(portal, newEmail, /^Confirm your new e-mail address/);
      await step(portal, superAdmin, await add(portal, superAdmin, ann.email));
      expect({ name, ...(await portal.call('/session/user', { as: ann })) }).toMatchObject({ name, status: 200 });
      expect({
        name,
        ...(await portal.call('/session/sign-in', { body: { email: ann.email, password: testPassword } })),
      }).toMatchObject({ name, status: 200 });
      expect({ name, ...(await portal.call('/exports/files', { as: ann })) }).toMatchObject({
        name,
        body: [{ id: file, state: 'ready' }],
      });
      expect({
        name,
        ...(await portal.call('/session/verify-contact', { as: ann, body: { code: change } })),
      }).toMatchObject({ name, status: 200 });
      const { status } = await portal.call('/session/reset-password', {
        body: { email: newEmail, code: reset, password: 'Another-Steward-2027!' },
      });
      // A code for the former address opens nothing once that has changed; the new one gets another.
      expect({ name, status }).toEqual({ name, status: 422 });
    }
  },

  async 'no act on an added user takes from the person the invitation of another company'({ portal }) {
    const home = await portal.makeCompany();
    const failed: string[] = [];
    for (const [name, step] of Object.entries(steps)) {
      const { superAdmin } = await portal.makeCompany();
      const { email } = newUserForm();
      await add(portal, home.superAdmin, email);
      const password = await waitForTemporaryPassword(portal, email);
      await step(portal, superAdmin, await add(portal, superAdmin, email));
      const { status } = await new Browser(portal).post('/session/sign-in', { email, password });
      if (status !== 200) failed.push(`${name} ${status}`);
    }
    expect(failed).toEqual([]);
  },

  async 'an erasure of a reported or added address reaches nothing of the person elsewhere'({ portal }) {
    const { superAdmin, send } = await makeReportingCompany(portal);
    const home = await portal.makeCompany();
    const ann = await portal.makeUser(home.id);
    const file = await makeRowFile(portal, ann);
    await portal.call('/session/forgot-password', { body: { email: ann.email } });
    const code = await waitForCode(portal, ann.email, /^Reset your/);
    const body = {
      conversations: [
        {
          id: `of ${ann.email}`,
          date: portal.clock.now().toISOString(),
          skill: 'Leave',
          user: { email: ann.email },
          messages: [],
        },
      ],
    };
    await send(body);
    await erasePerson(portal, superAdmin, (await findPerson(portal, superAdmin, ann.email)).id);
    const added = await add(portal, superAdmin, ann.email);
    expect((await erasePerson(portal, superAdmin, added)).status).toBe(201);
    await waitForErasures(portal, superAdmin);
    expect((await portal.call('/session/user', { as: ann })).status).toBe(200);
    expect((await portal.call('/exports/files', { as: ann })).body).toMatchObject([{ id: file, state: 'ready' }]);
    expect((await portal.call(`/users/${ann.id}`, { as: home.superAdmin })).body).toMatchObject({ email: ann.email });
    const reset = { email: ann.email, code, password: 'Another-Steward-2027!' };
    expect((await portal.call('/session/reset-password', { body: reset })).status).toBe(200);
    const rows = await portal.database.inCompany(home.id, (tx) =>
      runSql(tx, 'select action from audit_entries where actor_account_id = $1', [ann.accountId]),
    );
    expect(rows).toContainEqual({ action: 'account.password-reset' });
  },
};
