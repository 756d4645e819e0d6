import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { IntakeKey } from '#features/intake/contract/intake-keys.ts';
import { fill } from '#web/testing/fill.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { IntakeKeysPage } from './intake-keys-page.tsx';
import { listCells } from '#web/testing/list-cells.ts';

const secret = `stwk_${'a'.repeat(39)}WXYZ`;

const production: IntakeKey = {
  id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d33',
  name: 'Production',
  hint: 'Ab_9',
  createdAt: '2026-11-01T08:30:00.000Z',
  createdBy: 'Maarja Kask',
  limits: 'enforced',
  lastUsedAt: '2026-11-03T10:00:05.000Z',
  previousUntil: null,
  revokedAt: null,
  integrations: [],
  version: 3,
};
const staging: IntakeKey = {
  ...production,
  integrations: [{ name: 'Helpdesk assistant' }],
  id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d34',
  name: 'Staging',
  limits: 'unused',
  lastUsedAt: null,
  previousUntil: '2026-11-10T10:00:00.000Z',
};
const retired: IntakeKey = {
  ...production,
  id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d35',
  name: 'Retired',
  revokedAt: '2026-11-02T06:00:00.000Z',
};

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(
  intakeKeys: MockedEndpoints['intakeKeys'] = {},
  erasures: MockedEndpoints['erasures'] = {},
  path = '/integrations/intake',
) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'] }) },
    intakeKeys: { list: [production, staging, retired], ...intakeKeys },
    skills: { list: [] },
    erasures,
  });
  const page = renderPage(IntakeKeysPage, path);
  const person = userEvent.setup();
  await screen.findByRole('heading', { level: 1, name: 'Keys' });
  return { api, page, person };
}

const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const readCells = async (name: string) =>
  listCells(await rowOf(name))
    .slice(0, 4)
    .map(({ textContent }) => textContent);

test('every key shows its hint, creator, last use and state', async () => {
  await open();
  expect(await readCells('Production')).toEqual([
    'Productionends with …Ab_9',
    '1 Nov 2026by Maarja Kask',
    '3 Nov 2026, 12:00:05',
    'ActiveAsks before runs: limits stop it',
  ]);
  expect((await readCells('Staging')).at(0)).toContain('Reads the credentials of Helpdesk assistant');
  expect((await readCells('Staging')).slice(2)).toEqual(['Never', 'RotatedOld key valid until 10 Nov 2026, 12:00:00']);
  expect((await readCells('Retired')).at(3)).toBe('Revoked2 Nov 2026, 8:00:00');
  within(await rowOf('Retired')).getByRole('button', { name: 'Options of Retired' });
});

test('while the keys load, a skeleton of the table is shown', async () => {
  await open({ list: () => new Promise(() => undefined) });
  expect((await screen.findAllByText('Loading intake keys'))[0]?.getAttribute('role')).toBe('status');
});

test('a company without keys sees what they are for', async () => {
  await open({ list: [] });
  await screen.findByText("You don't have any intake keys yet.");
});

test('a new key takes a name, and shows its secret once with examples', async () => {
  const made = { ...production, name: 'Helpdesk', hint: 'WXYZ' };
  const { api, person } = await open({ create: { ...made, secret } });
  await person.click(screen.getByRole('button', { name: 'Create key' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create key' });
  await person.click(within(dialog).getByRole('button', { name: 'Create key' }));
  await within(dialog).findByText('The field is required!');
  await person.click(within(dialog).getByLabelText('Name'));
  await person.paste('Helpdesk');
  await person.click(within(dialog).getByRole('button', { name: 'Create key' }));

  const heading = await screen.findByRole('heading', { name: 'Helpdesk is ready' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(api.getCalls('intakeKeys.create').map(({ body }) => body)).toEqual([{ name: 'Helpdesk' }]);
  expect(api.getCalls('intakeKeys.list')).toHaveLength(2);
  expect(screen.getByLabelText('Key').textContent).toBe(secret);
  const choose = (name: string) => person.selectOptions(screen.getByLabelText('Which assistant do you connect?'), name);
  await choose('Own program');
  expect(screen.getByLabelText('Test from the command line').textContent).toContain(
    `-H 'Authorization: Bearer ${secret}'`,
  );
  expect(screen.getByLabelText('List your integrations').textContent).toMatch(
    /^curl http.*\/intake\/integrations \\\n {2}-H 'Authorization: Bearer stwk_/,
  );
  await choose('OpenTelemetry');
  expect(screen.queryByLabelText('Test from the command line')).toBeNull();
  expect(screen.getByLabelText('Settings for OpenTelemetry').textContent).toContain(`Authorization=Bearer%20${secret}`);
  await choose('Copilot Studio');
  screen.getByRole('link', { name: 'Import a file' });
  await person.click(screen.getByRole('button', { name: 'Copy Key' }));
  await screen.findAllByText('Copied');
  expect(await navigator.clipboard.readText()).toBe(secret);
  await person.click(screen.getByRole('button', { name: 'Done' }));
  expect(document.body.textContent).not.toContain(secret);
});

test('a taken name is reported under the field', async () => {
  const { person } = await open({ create: new MockedProblem('intake.key-name-taken') });
  await person.click(screen.getByRole('button', { name: 'Create key' }));
  await person.click(await screen.findByLabelText('Name'));
  await person.paste('Production');
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create key' }));
  await screen.findByText('An intake key with this name already exists.');
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
});

test('a failed creation shows its problem in the dialog', async () => {
  const { person } = await open({ create: new MockedProblem('access.refused') });
  await person.click(screen.getByRole('button', { name: 'Create key' }));
  await person.click(await screen.findByLabelText('Name'));
  await person.paste('Mine');
  await person.keyboard('{Enter}');
  await screen.findByText('You are not authorized to perform this action!');
  screen.getByRole('dialog', { name: 'Create key' });
});

test('a key is renamed with the version that was loaded', async () => {
  const { api, person } = await open({ rename: { ...production, name: 'Live', version: 4 } });
  await rowOf('Production');
  await person.click(screen.getByRole('button', { name: 'Rename Production' }));
  const field = await screen.findByLabelText('Name');
  await person.clear(field);
  await person.paste('Live');
  await person.keyboard('{Enter}');
  await screen.findByText('Live has been renamed.');
  expect(api.getCalls('intakeKeys.rename')[0]?.body).toEqual({ name: 'Live', version: 3 });
});

test('renaming a stale key shows its current name', async () => {
  const current = { ...production, name: 'Theirs', version: 4 };
  const { person } = await open({ rename: new MockedProblem('record.stale', { current }) });
  await rowOf('Production');
  await person.click(screen.getByRole('button', { name: 'Rename Production' }));
  await person.type(await screen.findByLabelText('Name'), '2{Enter}');
  await screen.findByText(/renamed this key to Theirs/);
});

test('rotating asks how long the present key stays valid, and shows the new one', async () => {
  const { api, person } = await open({ rotate: { ...production, hint: 'WXYZ', secret } });
  await rowOf('Production');
  await person.click(screen.getByRole('button', { name: 'Rotate Production' }));
  const choice = await screen.findByLabelText('The current key stays valid for');
  expect((choice as HTMLSelectElement).value).toBe('7');
  await person.selectOptions(choice, 'Expire immediately');
  await person.click(screen.getByRole('button', { name: 'Rotate key' }));
  expect((await screen.findByLabelText('Key')).textContent).toBe(secret);
  expect(api.getCalls('intakeKeys.rotate')[0]?.body).toEqual({ graceDays: 0 });
});

test('rotating a rotated key warns that the oldest ends, and a problem stays in the dialog', async () => {
  const { person } = await open({ rotate: new MockedProblem('intake.key-revoked') });
  await rowOf('Staging');
  await person.click(screen.getByRole('button', { name: 'Rotate Staging' }));
  await screen.findByText(/The previous key expires immediately/);
  await person.click(screen.getByRole('button', { name: 'Rotate key' }));
  await screen.findByText('This intake key has been revoked.');
});

async function openRevoke(person: ReturnType<typeof userEvent.setup>) {
  await person.click(screen.getByRole('button', { name: 'Options of Production' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Revoke key' }));
  const dialog = await screen.findByRole('dialog', { name: 'Revoke Production' });
  // The menu closes a moment after the click; until then the button would only close it.
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Revoke key', hidden: true })).toBeNull());
  return dialog;
}

test('a key that was used a minute ago is revoked only with its name', async () => {
  const lastUsedAt = new Date(Date.now() - 60_000).toISOString();
  const inUse = { ...production, lastUsedAt };
  const { api, person } = await open({ list: [inUse], revoke: inUse });
  await rowOf('Production');
  await openRevoke(person);
  screen.getByText('1 minute ago,');
  await person.click(screen.getByRole('button', { name: 'Revoke key' }));
  await screen.findByText('Please enter Production to confirm.');
  expect(api.getCalls('intakeKeys.revoke')).toHaveLength(0);
  await person.type(screen.getByLabelText('Type Production to confirm'), 'Production{Enter}');
  await screen.findByText('Production has been revoked.');
});

test('revoking asks first, and the row shows the state afterwards', async () => {
  const revoked = { ...production, revokedAt: '2026-11-04T10:00:00.000Z', version: 4 };
  const { api, person } = await open({ revoke: revoked });
  await rowOf('Production');
  const button = screen.getByRole('button', { name: 'Options of Production' });
  await openRevoke(person);
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(button);
  expect(api.getCalls('intakeKeys.revoke')).toHaveLength(0);
  api.change({ intakeKeys: { list: [revoked] } });
  await openRevoke(person);
  await person.click(await screen.findByRole('button', { name: 'Revoke key' }));
  await screen.findByText('Production has been revoked.');
  expect((await readCells('Production')).at(3)).toBe('Revoked4 Nov 2026, 12:00:00');
});

test('a failed revocation shows its problem in the dialog', async () => {
  const { person } = await open({ revoke: new MockedProblem('service.unavailable') });
  await rowOf('Production');
  await openRevoke(person);
  await person.click(await screen.findByRole('button', { name: 'Revoke key' }));
  await screen.findByText(/The service is not available right now/);
  screen.getByRole('dialog', { name: 'Revoke Production' });
});

test('what a revoked key reported is counted first, and deleted for a reason', async () => {
  const contents = { conversations: 120, messages: 480, openRequests: 20, billedRequests: 5, canDeleteRequests: true };
  const { api, person } = await open(
    {},
    {
      getKeyContents: contents,
      deleteKeyContents: {
        id: production.id,
        kind: 'key',
        subjectId: retired.id,
        state: 'waiting',
        requestedAt: '2026-11-04T10:00:00.000Z',
        finishedAt: null,
        conversations: 0,
        messages: 0,
        requests: 0,
        files: 0,
      },
    },
  );
  await person.click(await screen.findByRole('button', { name: 'Options of Retired' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Delete conversations' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete what Retired reported' });
  await within(dialog).findByText('120 conversations with 480 messages');
  within(dialog).getByText(/^25 requests of them stay/);
  await person.click(within(dialog).getByLabelText(/Also delete the 20 requests of this month/));
  within(dialog).getByText(/^5 requests of them stay/);
  await fill(person, within(dialog).getByLabelText(/Reason/), 'Only a test of the assistant');
  await fill(person, within(dialog).getByLabelText('Type DELETE to confirm'), 'DELETE');
  await person.click(within(dialog).getByRole('button', { name: 'Delete conversations' }));
  await screen.findByText(/The conversations are being deleted/);
  expect(api.getCalls('erasures.deleteKeyContents')).toMatchObject([
    { params: { id: retired.id }, body: { reason: 'Only a test of the assistant', deletesRequests: true } },
  ]);
});

test.each([
  ['silent', 'Shows 1 silent key.', 'Staging'],
  ['failing', 'Shows 1 key with rejected reports.', 'Production'],
])('an address narrows the list down to the %s keys', async (only, words, name) => {
  const list = [{ ...production, alert: 'failing' as const }, { ...staging, alert: 'silent' as const }, retired];
  const { person } = await open({ list }, {}, `/integrations/intake?only=${only}`);
  await screen.findByText(words);
  await rowOf(name);
  expect(screen.getAllByRole('row').slice(1)).toHaveLength(1);
  await person.click(screen.getByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(screen.getAllByRole('row').slice(1)).toHaveLength(3));
});
