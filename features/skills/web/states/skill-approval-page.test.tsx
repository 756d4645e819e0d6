import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { SkillApproval } from '#features/skills/contract/company-skills.ts';
import { fill } from '#web/testing/fill.ts';
import { mockApi, MockedProblem } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { attack } from '../testing/open-skills.tsx';
import { SkillApprovalPage } from './skill-approval-page.tsx';

const open: SkillApproval = {
  status: 'open',
  companyName: 'Acme',
  skill: { name: attack, description: 'Shows a payslip.', serviceProvider: 'SAP' },
  price: 0.45,
  requestedBy: { name: 'Maarja Kask', email: 'maarja@acme.example' },
  requestedAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-12-04T10:00:00.000Z',
  timeZone: 'Europe/Tallinn',
};

function Layout({ heading, intro, children }: { heading: string; intro?: ReactNode; children?: ReactNode }) {
  return (
    <>
      <h1>{heading}</h1>
      {intro}
      {children}
    </>
  );
}

function openPage(find: SkillApproval | MockedProblem, search = '?token=secret') {
  const api = mockApi({ skillApprovals: { find } });
  renderPage(() => <SkillApprovalPage Layout={Layout} />, `/skill-approval${search}`);
  return { api, person: userEvent.setup() };
}

test('opening the link shows what is asked and decides nothing; Approve decides', async () => {
  const { api, person } = openPage(open);
  await screen.findByText('Acme asks you whether its assistant may use this skill.');
  screen.getByText(attack);
  screen.getByText('€0.45');
  screen.getByText('20 Nov 2026, 12:00:00 (Europe/Tallinn)');
  expect(api.getCalls('skillApprovals.decide')).toHaveLength(0);
  api.change({ skillApprovals: { decide: { ...open, status: 'approved' } } });
  await fill(person, screen.getByLabelText('Reason (optional)'), 'Go ahead');
  await person.click(screen.getByRole('button', { name: 'Approve' }));
  await screen.findByRole('heading', { name: 'Approved' });
  expect(api.getCalls('skillApprovals.decide').map(({ body }) => body)).toEqual([
    { token: 'secret', decision: 'approve', reason: 'Go ahead' },
  ]);
});

test('Reject sends its reason', async () => {
  const { api, person } = openPage(open);
  await screen.findByText('Shows a payslip.');
  api.change({ skillApprovals: { decide: { ...open, status: 'refused' } } });
  await person.click(screen.getByRole('button', { name: 'Reject' }));
  await screen.findByRole('heading', { name: 'Not approved' });
  expect(api.getCalls('skillApprovals.decide')[0]?.body).toMatchObject({ decision: 'refuse' });
});

test.each([
  ['approved', 'Approved'],
  ['refused', 'Not approved'],
  ['withdrawn', 'Request withdrawn'],
  ['expired', 'This link has expired'],
] as const)('a request that is %s says so and offers no decision', async (status, heading) => {
  openPage({ ...open, status });
  await screen.findByRole('heading', { name: heading });
  expect(screen.queryByRole('button')).toBeNull();
});

test('an unknown or incomplete link says so', async () => {
  openPage(new MockedProblem('record.not-found'));
  await screen.findByRole('heading', { name: 'This link does not work' });
});

test('a request that was decided in the meantime shows the outcome', async () => {
  const { api, person } = openPage(open);
  await screen.findByText('Shows a payslip.');
  api.change({
    skillApprovals: {
      find: { ...open, status: 'withdrawn' },
      decide: new MockedProblem('skills.request-closed'),
    },
  });
  await person.click(screen.getByRole('button', { name: 'Approve' }));
  await screen.findByRole('heading', { name: 'Request withdrawn' });
});
