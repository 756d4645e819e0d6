import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { AttentionLine } from '#contract/attention/attention-facts.ts';
import { firstStepKinds, type FirstStepKind } from '#contract/first-steps/first-steps.ts';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { NeedsAttention, useAttention } from '../needs-attention.tsx';
import { FirstSteps } from './first-steps.tsx';

const toSteps = (...done: FirstStepKind[]) => firstStepKinds.map((kind) => ({ kind, isDone: done.includes(kind) }));

const lines: AttentionLine[] = [
  { kind: 'silentLimits', facts: { count: 1 } },
  { kind: 'companyData', facts: { count: 1, missing: ['VAT number'] } },
];

function open(list: () => object, more: { rights?: object; company?: object } = {}) {
  const user = makeCurrentUser();
  const api = mockApi({
    session: { createToken: makeToken, getUser: user },
    attention: { list: list as never },
    ...(more as object),
  });
  const Shown = () => {
    const attention = useAttention(user);
    return (
      <>
        <h1>Dashboard</h1>
        {attention.firstSteps && <FirstSteps {...attention.firstSteps} />}
        <NeedsAttention user={user} attention={attention} />
      </>
    );
  };
  return { api, page: renderPage(Shown, '/'), person: userEvent.setup() };
}

const findList = async () => within(await screen.findByRole('region', { name: 'First steps' }));

test('what is done is ticked, what is open is a link, and the log waits for an assistant', async () => {
  open(() => ({ lines: [], firstSteps: { steps: toSteps('people'), asksReaders: false } }));
  const list = await findList();
  list.getByText('1 of 5 done');
  expect(list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Connect your assistant', '/integrations/intake'],
    ['Set a spending limit, with e-mails about it', '/settings/usage'],
    ['Complete your company data', '/settings/company'],
  ]);
  const [, conversation, , people] = list.getAllByRole('listitem');
  expect(people?.textContent).toBe('Done: Invite your colleagues');
  expect(conversation?.textContent).toContain('Read the first conversation');
  // Nothing else needs its reader, which the steps say better.
  expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull();
});

test('with an assistant, the first conversation can be read', async () => {
  open(() => ({ lines: [], firstSteps: { steps: toSteps('assistant'), asksReaders: false } }));
  const link = (await findList()).getByRole('link', { name: 'Read the first conversation' });
  expect(link.getAttribute('href')).toBe('/analytics/logs');
});

test('a line that an open step says already waits; once the step is done, it may come', async () => {
  let steps = toSteps('assistant');
  const { page } = open(() => ({ lines, firstSteps: { steps, asksReaders: false } }));
  await findList();
  expect(screen.queryByText(/No one is notified/)).toBeNull();
  steps = toSteps('assistant', 'limit');
  await page.queryClient.invalidateQueries();
  await screen.findByText(/No one is notified/);
  expect(screen.queryByText(/The next invoice needs data/)).toBeNull();
});

test('put away, the list goes and the focus stays on the page; a failure says so', async () => {
  let isAway = false;
  let isBroken = true;
  const { person, api } = open(
    () => ({ lines: [], ...(!isAway && { firstSteps: { steps: toSteps(), asksReaders: false } }) }),
    {
      company: {
        closeFirstSteps: () => {
          if (isBroken) return new MockedProblem('internal');
          isAway = true;
          return { isClosed: true };
        },
      },
    },
  );
  const button = (await findList()).getByRole('button', { name: 'Put away' });
  await person.click(button);
  await screen.findByRole('alert');
  isBroken = false;
  await person.click(button);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
  await screen.findByText('Nothing needs you.');
  expect(document.activeElement?.textContent).toBe('Dashboard');
  expect(api.getCalls('company.closeFirstSteps')).toHaveLength(2);
});

function openQuestion() {
  let asksReaders = true;
  return open(() => ({ lines: [], firstSteps: { steps: toSteps(), asksReaders } }), {
    rights: {
      get: { levels: defaultRights, version: 1 },
      update: ({ body }: { body: object }) => {
        asksReaders = false;
        return { ...body, version: 2 };
      },
    },
  });
}

test.each([
  ['Administrators only', { SuperAdmin: 'all', Admin: 'all', User: 'none', TechnicalUser: 'none' }],
  ['Each user their own', { SuperAdmin: 'all', Admin: 'all', User: 'own', TechnicalUser: 'own' }],
  ['Everyone', { SuperAdmin: 'all', Admin: 'all', User: 'all', TechnicalUser: 'all' }],
])('who may read conversations is answered with "%s", as the right that stands', async (label, transcripts) => {
  const { api, person } = openQuestion();
  const question = within(await screen.findByRole('region', { name: 'Who may read conversations?' }));
  await person.selectOptions(question.getByRole('combobox'), label);
  await waitFor(() => expect(question.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false));
  await person.click(question.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Who may read conversations?' })).toBeNull());
  expect(api.getCalls('rights.update').map(({ body }) => body)).toEqual([
    { levels: { ...defaultRights, transcripts }, version: 1 },
  ]);
});

test('to skip the question keeps everyone, whatever is chosen, and is not asked again', async () => {
  const { api, person } = openQuestion();
  const question = within(await screen.findByRole('region', { name: 'Who may read conversations?' }));
  expect(question.getByRole('link', { name: 'Roles and rights' }).getAttribute('href')).toBe('/settings/rights');
  await person.selectOptions(question.getByRole('combobox'), 'Administrators only');
  await waitFor(() => expect(question.getByRole<HTMLButtonElement>('button', { name: 'Skip' }).disabled).toBe(false));
  await person.click(question.getByRole('button', { name: 'Skip' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Who may read conversations?' })).toBeNull());
  expect(api.getCalls('rights.update').map(({ body }) => body)).toEqual([{ levels: defaultRights, version: 1 }]);
});
