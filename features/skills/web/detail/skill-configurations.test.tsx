import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { CompanySkill } from '#features/skills/contract/company-skills.ts';
import { transportMaxBytes } from '#features/skills/contract/skill-states.ts';
import { fill } from '#web/testing/fill.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { erp, slack } from '#features/integrations/web/testing/integrations.ts';
import { makeCompanySkill } from '../testing/make-company-skill.ts';
import { makeSkill } from '../testing/make-skill.ts';
import { attack, openSkills } from '../testing/open-skills.tsx';
import { SkillPage } from './skill-page.tsx';

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {});
});

const sap = { ...erp, name: 'SAP production', status: true };
const off = { ...erp, id: slack.id, name: 'SAP quality', status: false };
const oracle = { ...erp, id: '00000000-0000-4000-8000-0000000000aa', name: 'Warehouse', provider: 'Oracle' };

async function openConfigurations(different: Partial<CompanySkill> = {}) {
  const skill = makeSkill({ name: 'Leave requests', serviceProvider: 'SAP', domainKnowledge: 'ERP' });
  const configuration = makeCompanySkill({ _id: skill._id, ...different });
  const opened = openSkills({
    Page: SkillPage,
    path: `/skills/${skill._id}?tab=configurations`,
    pattern: '/skills/$id',
    endpoints: {
      skills: { get: skill, listStore: [skill] },
      companySkills: { get: configuration },
      integrations: { list: [sap, off, oracle] },
    },
  });
  await screen.findByLabelText('Backend system');
  return { ...opened, skill, configuration };
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

test('backend system, reviewer and notifications are saved together', async () => {
  const { api, person, configuration } = await openConfigurations();
  const backend = screen.getByLabelText<HTMLSelectElement>('Backend system');
  await screen.findByRole('option', { name: 'SAP production' });
  expect([...backend.options].map(({ label }) => label)).toEqual([
    'Select a backend system',
    'SAP production',
    'SAP quality (disabled)',
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('Reviewer e-mail').disabled).toBe(true);
  await person.selectOptions(backend, 'SAP production');
  await person.click(screen.getByRole('switch', { name: 'Approval workflow' }));
  await fill(person, screen.getByLabelText('Reviewer e-mail'), 'rita@acme.example');
  await person.click(box('Notify user'));
  await person.click(box('Notify approver'));
  const values = {
    integrationId: sap.id,
    isTransportInstalled: false,
    approvalWorkflow: true,
    reviewerEmail: 'rita@acme.example',
    notifyUser: true,
    notifyApprover: true,
  };
  api.change({ companySkills: { update: { ...configuration, ...values, version: 2 } } });
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('The configuration has been saved.');
  expect(api.getCalls('companySkills.update').map(({ body }) => body)).toEqual([{ ...values, version: 1 }]);
});

test('a refused save shows its message at the field', async () => {
  const { api, person } = await openConfigurations({ isApprovalFixed: true, requiresApproval: true });
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Approval workflow' }).disabled).toBe(true);
  screen.getByText('The creator of this skill requires approval.');
  const message = 'The input is not a valid email address!';
  const fields = [{ path: 'reviewerEmail', message }];
  api.change({ companySkills: { update: new MockedProblem('request.invalid', { fields }) } });
  await fill(person, screen.getByLabelText('Reviewer e-mail'), 'rita');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(message);
  expect(document.activeElement).toBe(screen.getByLabelText('Reviewer e-mail'));
});

test('the switch deactivates after a question, and the history shows who did it', async () => {
  const { api, person, configuration } = await openConfigurations();
  screen.getByText(/Changes here take effect immediately, without Save\.$/);
  screen.getByText('The state of this skill has not changed yet.');
  const change = {
    date: '2026-11-21T10:00:00.000Z',
    transition: 'deactivate',
    from: 'active',
    to: 'inactive',
    reason: attack,
    actor: { name: 'Maarja Kask', email: 'maarja@acme.example' },
  } as const;
  api.change({
    companySkills: { changeState: { ...configuration, state: 'inactive', history: [change] } },
  });
  await person.click(screen.getByRole('switch', { name: 'Activate the skill' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate skill' }));
  await person.click(dialog.getByRole('button', { name: 'Deactivate' }));
  await screen.findByText('Leave requests has been deactivated.');
  const history = within(screen.getByRole('region', { name: 'History' }));
  expect(history.getByRole('listitem').textContent).toBe(
    `DeactivatedActive to Inactive21 Nov 2026, 12:00:00Maarja Kask, maarja@acme.example${attack}`,
  );
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Activate the skill' }).checked).toBe(false),
  );
});

test('an open request shows whom it asks, its link can be sent again, and it can be withdrawn', async () => {
  const request = {
    reviewerEmail: 'rita@acme.example',
    requestedBy: 'Maarja Kask',
    requestedAt: '2026-11-20T10:00:00.000Z',
    expiresAt: '2026-12-04T10:00:00.000Z',
  };
  const { api, person, configuration } = await openConfigurations({
    state: 'requested',
    requiresApproval: true,
    request,
  });
  screen.getByText(/asked/);
  screen.getByText('rita@acme.example');
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Activate the skill' }).disabled).toBe(true);
  screen.getByRole('button', { name: 'Withdraw request' });
  const renewed = { ...configuration, request: { ...request, expiresAt: '2026-12-06T10:00:00.000Z' } };
  api.change({ companySkills: { resendRequest: renewed } });
  await person.click(screen.getByRole('button', { name: 'Send the link again' }));
  await screen.findByText('rita@acme.example has been e-mailed a new link. The one before no longer works.');
  screen.getByText(/expires on 6 Dec 2026/);
  expect(screen.queryByRole('button', { name: 'Uninstall' })).toBeNull();
});

test('a skill with a transport file is activated once it is confirmed, and its maker replaces the file', async () => {
  const transport = { name: 'K900042.ZIP', size: 1_400_000 };
  const { api, person } = await openConfigurations({ state: 'available', transport });
  screen.getByText('1.4mb');
  screen.getByLabelText('I confirm that the transport request is installed');
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Activate the skill' }).disabled).toBe(true);
  screen.getByText('Confirm above that the transport request is installed, and save.');
  screen.getByRole('button', { name: 'Download transport request' });
  const chooser = screen.getByLabelText<HTMLInputElement>('Transport file');
  const large = new File(['x'], 'large.zip');
  Object.defineProperty(large, 'size', { value: transportMaxBytes + 1 });
  await person.upload(chooser, large);
  await screen.findByText('A transport file can have at most 10 MB.');
  api.change({ companySkills: { updateTransport: { name: 'K900043.ZIP', size: 7 } } });
  await person.upload(chooser, new File(['newer'], 'K900043.ZIP'));
  await screen.findByText('The transport file has been uploaded.');
  expect(api.getCalls('companySkills.updateTransport').map(({ query }) => query)).toEqual([{ name: 'K900043.ZIP' }]);
});

test('a company that does not keep the skill cannot upload', async () => {
  await openConfigurations({ canEditTransport: false });
  screen.getByText('None. This skill needs no installation.');
  expect(screen.queryByLabelText('Transport file')).toBeNull();
  expect(screen.queryByLabelText('I confirm that the transport request is installed')).toBeNull();
});
