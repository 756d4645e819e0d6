import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { Browser } from '../../browser.ts';
import { newUserForm } from '../../user-forms.ts';
import { invoiceForm } from '../valid-calls/valid-bodies.ts';
import { expectDenied, findCaller, json, send, type Attacks } from './attack.ts';

/** Attacks by another company, by another role, and by two at the same moment. */
export const companyAttacks: Attacks = {
  async 'a key of idempotency answers nothing of another company, person or call'({ portal }) {
    const [first, second] = [await portal.makeCompany(), await portal.makeCompany()];
    const headers = { 'idempotency-key': `shared-${randomUUID()}` };
    const create = (as: typeof first.superAdmin, body: object) => portal.call('/users', { as, body, headers });
    const form = newUserForm();
    const [mine, theirs] = [await create(first.superAdmin, form), await create(second.superAdmin, form)];
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.body).not.toEqual(mine.body);
    const others = [
      await create(first.superAdmin, newUserForm()),
      await portal.call('/company/billing', { as: first.superAdmin, body: invoiceForm(), headers }),
      await create(await portal.makeUser(first.id, { roles: ['Admin'] }), form),
    ];
    for (const { status, body } of others) {
      expectDenied({ status, text: JSON.stringify(body) }, 'the same key');
      expect(JSON.stringify(body)).not.toContain((mine.body as { id: string }).id);
    }
  },

  async 'the header of the company opens no other one, in no spelling'(world) {
    const { own, other } = world;
    const { user } = findCaller(world, 'SuperAdmin');
    const companies = [
      other.id,
      [own.id, other.id],
      `${own.id}, ${other.id}`,
      `{${other.id}}`,
      `urn:uuid:${other.id}`,
      other.id.toUpperCase(),
      `${other.id} `,
      '',
      '*',
    ];
    for (const company of companies) {
      const headers = { authorization: `Bearer ${user.token}`, 'x-company': company };
      for (const path of ['/users', '/audit', '/analytics/events', '/session/user', '/company/info']) {
        expectDenied(await send(world, { method: 'GET', path, headers }), `${path} ${String(company)}`);
      }
    }
  },

  async 'a live stream follows no other company, whatever place it names'(world) {
    const { other } = world;
    const { user } = findCaller(world, 'SuperAdmin');
    const authorization = `Bearer ${user.token}`;
    for (const path of ['/analytics/events', '/analytics/logs/events', '/analytics/top-users/events']) {
      const foreign = { authorization, 'x-company': other.id, accept: 'text/event-stream' };
      expectDenied(await send(world, { method: 'GET', path, headers: foreign }), path);
      for (const place of [other.conversationId, '../../x', '-1', 'x'.repeat(4000)]) {
        const headers = { authorization, accept: 'text/event-stream', 'last-event-id': place };
        const { status, text } = await send(world, { method: 'GET', path, headers });
        expect(status).toBeLessThan(500);
        expect(text).not.toContain(other.conversationId);
      }
    }
  },

  async 'an Admin makes no SuperAdmin, and no User anyone'(world) {
    for (const [name, roles] of [
      ['Admin', ['SuperAdmin']],
      ['Admin', ['Admin', 'SuperAdmin']],
      ['User', ['User']],
      ['TechnicalUser', ['TechnicalUser']],
    ] as const) {
      const caller = findCaller(world, name);
      const form = newUserForm({ roles });
      for (const [path, body] of [
        ['/users', form],
        ['/users/invitations', { users: [form] }],
        [`/users/${caller.user.id}`, newUserForm({ email: caller.user.email, roles })],
      ] as const) {
        const call = { method: 'POST', path, headers: { ...caller.headers, ...json }, body: JSON.stringify(body) };
        const answer = await send(world, call);
        const isUnchanged = path.startsWith('/users/') && name !== 'Admin' && answer.status === 200;
        if (!isUnchanged) expectDenied(answer, `${name} ${path}`);
      }
    }
  },

  async 'an address that is added many times at once is one user'(world) {
    const { portal, own } = world;
    const form = newUserForm();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => portal.call('/users', { as: own.superAdmin, body: form })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    const found = await portal.call(`/users?stringValue=${form.email}`, { as: own.superAdmin });
    expect(found.body).toHaveLength(1);
  },

  async 'an operator who is demoted visits no company any more, with the token of before'({ portal }) {
    const provider = await portal.makeCompany({ isProvider: true });
    const operator = await portal.makeUser(provider.id, { roles: ['SuperAdmin'] });
    const customer = await portal.makeCompany();
    const headers = { 'x-company': customer.id };
    const visit = () => portal.call('/users', { as: operator, headers });
    expect((await visit()).status).toBe(200);
    const body = newUserForm({ email: operator.email, roles: ['Admin'] });
    expect((await portal.call(`/users/${operator.id}`, { as: provider.superAdmin, body })).status).toBe(200);
    expect((await visit()).status).toBe(401);
    expect((await portal.call('/companies', { as: operator })).status).toBe(403);
  },

  async 'the number of an invoice adds no header to its file'(world) {
    const { portal, own } = world;
    for (const invoiceId of [
      'A"\r\nX-Evil: 1',
      "A\"; filename*=UTF-8''evil.html",
      '../../evil.html',
      'Ä\u202Efdp.exe',
      'a/b\\c',
    ]) {
      const { status, body } = await portal.call('/company/billing', {
        as: own.superAdmin,
        body: { ...invoiceForm(), invoiceId },
      });
      expect([201, 409, 422]).toContain(status);
      if (status !== 201) continue;
      const { _id } = body as { _id: string };
      const file = await send(world, {
        method: 'GET',
        path: `/company/billing/${_id}/pdf`,
        headers: { authorization: `Bearer ${own.superAdmin.token}` },
      });
      expect(file.status).toBe(200);
      const { 'x-evil': evilHeader, 'content-disposition': disposition = '', 'content-type': type } = file.headers;
      expect({ invoiceId, evilHeader, type }).toEqual({ invoiceId, evilHeader: undefined, type: 'application/pdf' });
      expect(disposition).toMatch(
        /^attachment; filename="[^"\\/]*\.pdf"; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]*\.pdf$/,
      );
      expect(disposition).not.toMatch(/%2F|%5C|%0D|%0A|%E2%80%AE/);
    }
  },

  async 'a price of one’s own, a payment or an approval that a caller names is not taken'(world) {
    const { portal, own } = world;
    const { body } = await portal.call('/skills/store', { as: own.superAdmin });
    const before = JSON.stringify(body);
    const skillId = own.skillId;
    const calls = [
      [`/skills/store/${skillId}/prices`, 'PUT', { price: 0 }],
      [`/skills/store/${skillId}/prices`, 'POST', { price: -1, from: '2026-12-01' }],
      [`/skills/store/${skillId}/state`, 'POST', { command: 'approve' }],
      [`/skills/store/${skillId}/state`, 'POST', { command: 'request', state: 'active', price: 0 }],
      [`/companies/${own.id}/approval`, 'POST', undefined],
      ['/company/skills/prices', 'PUT', { [skillId]: 0 }],
    ] as const;
    for (const [path, method, form] of calls) {
      const answer = await portal.call(path, { as: own.superAdmin, method, body: form });
      expectDenied({ status: answer.status, text: JSON.stringify(answer.body) }, `${method} ${path}`);
    }
    expect(JSON.stringify((await portal.call('/skills/store', { as: own.superAdmin })).body)).toBe(before);
  },

  async 'a step of signing in is no way around the next one'({ portal }) {
    const { superAdmin } = await portal.makeCompany();
    const browser = new Browser(portal);
    for (const [path, body] of [
      ['/session/token', undefined],
      ['/session/company', { companyId: superAdmin.companyId }],
      ['/session/new-password', { password: 'Another-Steward-2027!' }],
      ['/session/confirm-sign-in', { method: 'totp', code: '000000' }],
      ['/session/verify-contact', { code: '000000' }],
    ] as const) {
      const { status, body: text } = await browser.post(path, body);
      expectDenied({ status, text: JSON.stringify(text) }, path);
      const signedIn = await browser.call(path, { method: 'POST', body, headers: { cookie: superAdmin.cookie } });
      if (path !== '/session/token')
        expectDenied({ status: signedIn.status, text: JSON.stringify(signedIn.body) }, path);
    }
  },
};
