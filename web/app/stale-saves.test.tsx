import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { expect, test } from 'vitest';
import { EditInvoicePage } from '#features/billing/web/invoices/edit-invoice-page.tsx';
import { invoiceId, makeDetails, makeInvoice } from '#features/billing/web/invoices/testing/make-invoice.ts';
import { CompanyPage } from '#features/company/web/company-page.tsx';
import { acme } from '#features/company/web/testing/open-company.tsx';
import { IntegrationPage } from '#features/integrations/web/form/integration-page.tsx';
import { erp } from '#features/integrations/web/testing/integrations.ts';
import { ProfilePage } from '#features/people/web/profile/profile-page.tsx';
import { EditUserPage } from '#features/people/web/users/edit-user-page.tsx';
import { noFigures } from '#features/people/web/users/testing/open-user-form.tsx';
import { bo } from '#features/people/web/users/testing/people.ts';
import { EditSkillPage } from '#features/skills/web/form/edit-skill-page.tsx';
import { makeSkill } from '#features/skills/web/testing/make-skill.ts';
import { standardPrices } from '#features/skills/web/testing/open-skills.tsx';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { fill } from '#web/testing/fill.ts';
import { renderPage } from '#web/testing/render-page.tsx';

interface StaleSave {
  readonly Page: ComponentType;
  readonly path: string;
  /** The route's own path, where it has parameters. */
  readonly pattern?: string;
  /** Answers that the page loads beside the session. */
  readonly endpoints: MockedEndpoints;
  /** The group whose `update` saves the record. */
  readonly group: keyof MockedEndpoints;
  /** The record as someone else has saved it since. */
  readonly current: Readonly<Record<string, unknown>>;
  readonly label: string;
  /** The field's name in the body. */
  readonly name: string;
  readonly theirs: string;
  readonly mine: string;
  /** The value that is sent of `mine`, where it is no text. */
  readonly sent?: unknown;
  readonly save?: string;
}

const skill = makeSkill({ name: 'Old name', version: 3 });
const me = makeCurrentUser({ roles: ['SuperAdmin'], company: 'Acme Manufacturing', sapId: 'ALOVE', version: 4 });

/** Forms over one record: a new one is a row. */
const saves: Readonly<Record<string, StaleSave>> = {
  'a user': {
    Page: EditUserPage,
    path: `/users/${bo.id}`,
    pattern: '/users/$id',
    endpoints: {
      users: { get: bo, list: [bo], listRoles: ['SuperAdmin', 'Admin', 'User'] },
      analytics: { getUserStats: noFigures, listConversations: { payloads: [], size: 0 } },
    },
    group: 'users',
    current: { ...bo, lastName: 'Dahl', version: 7 },
    label: 'Last Name',
    name: 'lastName',
    theirs: 'Dahl',
    mine: 'Ek',
  },
  'the own profile': {
    Page: ProfilePage,
    path: '/settings',
    endpoints: {},
    group: 'users',
    current: { ...me, firstName: 'Augusta', version: 9 },
    label: 'First Name',
    name: 'firstName',
    theirs: 'Augusta',
    mine: 'Ada B.',
  },
  'the company': {
    Page: CompanyPage,
    path: '/settings/company',
    endpoints: { users: { list: [] }, company: { get: acme } },
    group: 'company',
    current: { ...acme, city: 'Tartu', version: 8 },
    label: 'City',
    name: 'city',
    theirs: 'Tartu',
    mine: 'Pärnu',
  },
  'a skill': {
    Page: EditSkillPage,
    path: `/skills/management/${skill._id}`,
    pattern: '/skills/management/$id',
    endpoints: { skills: { get: skill }, standardPrices: { list: standardPrices } },
    group: 'skills',
    current: { ...skill, name: 'Their name', version: 4 },
    label: 'Name',
    name: 'name',
    theirs: 'Their name',
    mine: 'My name',
    save: 'Update skill',
  },
  'an integration': {
    Page: IntegrationPage,
    path: `/connections/sap/erp/${erp.id}`,
    pattern: '/connections/$provider/$service/$id',
    endpoints: { integrations: { listGrants: [], get: erp } },
    group: 'integrations',
    current: { ...erp, serviceName: 'Theirs', version: 9 },
    label: 'Service Name',
    name: 'serviceName',
    theirs: 'Theirs',
    mine: 'Mine',
  },
  'an invoice': {
    Page: EditInvoicePage,
    path: `/settings/billing/${invoiceId}`,
    pattern: '/settings/billing/$id',
    endpoints: { invoices: { get: makeDetails() } },
    group: 'invoices',
    current: makeInvoice({ total: 99, version: 4 }),
    label: 'Total',
    name: 'total',
    theirs: '99.00',
    mine: '7.00',
    sent: 7,
    save: 'Update invoice',
  },
};

/** Changes the field and saves it over a version that someone else has replaced since. */
async function saveTooLate({ Page, path, pattern, endpoints, group, current, label, mine, save }: StaleSave) {
  const api = mockApi({ session: { createToken: makeToken, getUser: me }, ...endpoints });
  const update = (answer: unknown) => api.change({ [group]: { update: answer } });
  update(new MockedProblem('record.stale', { current }));
  renderPage(Page, path, pattern);
  const person = userEvent.setup();
  const field = await screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' });
  await person.clear(field);
  await fill(person, field, mine);
  await person.click(screen.getByRole('button', { name: save ?? 'Save changes' }));
  await screen.findByText('Someone else has changed this');
  return { api, update, person, field: () => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' }) };
}

test.each(Object.entries(saves))(
  'a stale save of %s shows the one field that both changed, and Keep mine saves over the newer version',
  async (_, row) => {
    const { group, current, label, name, theirs, mine, sent = mine } = row;
    const { api, update, person, field } = await saveTooLate(row);
    const [, ...changes] = within(screen.getByRole('table')).getAllByRole('row');
    expect(changes.map(({ textContent }) => textContent)).toEqual([`${label}${theirs}${mine}`]);
    expect(field().value).toBe(mine);
    update({ ...current, [name]: sent, version: 10 });
    await person.click(screen.getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(api.getCalls(`${group}.update`)).toHaveLength(2));
    expect(api.getCalls(`${group}.update`)[1]?.body).toMatchObject({ [name]: sent, version: current['version'] });
  },
);

test.each(Object.entries(saves))('Use theirs replaces a stale save of %s with the newer values', async (_, row) => {
  const { api, person, field } = await saveTooLate(row);
  await person.click(screen.getByRole('button', { name: 'Use theirs' }));
  await waitFor(() => expect(field().value).toBe(row.theirs));
  expect(screen.queryByRole('button', { name: 'Use theirs' })).toBeNull();
  expect(api.getCalls(`${row.group}.update`)).toHaveLength(1);
});
