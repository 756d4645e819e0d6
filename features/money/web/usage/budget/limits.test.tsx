import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitMessage } from '#features/money/contract/limits.ts';
import type { LimitUpdate, SupportUpdate } from '#features/money/contract/limit-forms.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { fill } from '#web/testing/fill.ts';
import { openUsage, readRows } from '../testing/open-usage.tsx';
import { makeSkillUsage, makeSupport, makeUsage, toId } from '../testing/usage.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00.000Z'), toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const skill = makeSkillUsage({ _id: toId(7), name: 'Leave requests', requests: 9, limit: 10, limitVersion: 4 });
const limited = makeUsage({ data: [skill], limit: 100, limitVersion: 3 });

/** Opens the dialog of a button. */
async function openPopup(button: string, facts: Parameters<typeof openUsage>[0] = {}) {
  const opened = openUsage({ ...facts, usage: { get: limited, ...facts.usage } });
  await opened.person.click(await screen.findByLabelText(button));
  const dialog = await screen.findByRole('dialog');
  const field = within(dialog).getByLabelText('Limit in euros') as HTMLInputElement;
  const confirm = async (text: string) => {
    await opened.person.clear(field);
    if (text !== '') await fill(opened.person, field, text);
    await opened.person.click(within(dialog).getByText('Confirm'));
  };
  return { ...opened, dialog, field, confirm };
}

test('a valid number is applied to the account and closes the dialog', async () => {
  const saveLimit = ({ body }: { body: LimitUpdate }) => ({ limit: body.limit, action: 'stop' as const, version: 4 });
  const { api, dialog, field, confirm } = await openPopup('Change account limit', {
    usage: { updateLimit: saveLimit },
  });
  within(dialog).getByText('Account spending limit');
  expect(field.value).toBe('100');
  await confirm('1250,50');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText('Account limit set to €1,250.50.');
  expect(api.getCalls('usage.updateLimit').map(({ body }) => body)).toEqual([
    { limit: 1250.5, action: 'stop', version: 3 },
  ]);
  await waitFor(() => expect(api.getCalls('usage.get')).toHaveLength(2));
});

test.each(['', ' ', '-1', '1e3', 'NaN', '0x10', '1.234', '99999999999'])(
  'the text %o is refused in the specified words',
  async (text) => {
    const { api, dialog, confirm } = await openPopup('Change account limit');
    await confirm(text);
    await within(dialog).findByText(limitMessage);
    expect(limitMessage).toBe('The input must be a number bigger than or equal to 0.');
    expect(api.getCalls('usage.updateLimit')).toHaveLength(0);
  },
);

test('a limit can be 0', async () => {
  const { api, confirm } = await openPopup('Change account limit', {
    usage: { updateLimit: { limit: 0, action: 'stop', version: 4 } },
  });
  await confirm('0');
  await waitFor(() =>
    expect(api.getCalls('usage.updateLimit')[0]?.body).toEqual({ limit: 0, action: 'stop', version: 3 }),
  );
});

test('a limit may warn only, and the dialog says what that means', async () => {
  const { api, dialog, person, confirm } = await openPopup('Change account limit', {
    usage: { updateLimit: { limit: 50, action: 'warn', version: 4 } },
  });
  within(dialog).getByText(/can no longer run paid skills\. Assistants that only report are not stopped/);
  await person.selectOptions(within(dialog).getByLabelText('When the limit is reached'), 'Warn only');
  within(dialog).getByText(/Nothing is stopped/);
  await confirm('50');
  await waitFor(() =>
    expect(api.getCalls('usage.updateLimit')[0]?.body).toEqual({ limit: 50, action: 'warn', version: 3 }),
  );
});

test('the page names the keys that a limit stops, and those that only report', async () => {
  const keys = [
    { name: 'Production', limits: 'enforced' as const },
    { name: 'Gateway', limits: 'reported' as const },
    { name: 'New', limits: 'unused' as const },
  ];
  const { api } = openUsage({ usage: { get: { ...limited, keys } } });
  await readRows();
  expect(screen.getByText('Production').parentElement?.textContent).toBe('Stopped: Production');
  expect(screen.getByText('Gateway').parentElement?.textContent).toBe(
    'Not stopped (report only): Gateway. How to enforce limits',
  );
  expect(screen.queryByText(/New/)).toBeNull();
  expect(api.getCalls('usage.get')).toHaveLength(1);
});

test('a limit can be removed', async () => {
  const { api, dialog, person } = await openPopup('Change account limit', {
    usage: { updateLimit: { limit: null, action: 'stop', version: 4 } },
  });
  await person.click(within(dialog).getByText('Remove limit'));
  await screen.findByText('Account limit removed.');
  expect(api.getCalls('usage.updateLimit')[0]?.body).toEqual({ limit: null, action: 'stop', version: 3 });
});

test('without a limit there is no button to remove it', async () => {
  const { dialog, field } = await openPopup('Set account limit', {
    usage: { get: makeUsage({ data: [skill] }) },
  });
  expect(field.value).toBe('');
  expect(within(dialog).queryByText('Remove limit')).toBeNull();
});

test('the limit of a skill is set from its row', async () => {
  const saveSkillLimit = { _id: skill._id, limit: 20, action: 'stop' as const, version: 5 };
  const { api, confirm } = await openPopup('Limit of Leave requests: €10.00. Change', {
    usage: { updateSkillLimit: saveSkillLimit },
  });
  expect(screen.getByText('90.0% spent').dataset.tone).toBe('amber');
  await confirm('20');
  await screen.findByText('Limit of Leave requests set to €20.00.');
  expect(api.getCalls('usage.updateSkillLimit')[0]?.body).toEqual({ limit: 20, action: 'stop', version: 4 });
});

test('a limit changed by another user is shown, and replaced by confirming again', async () => {
  const stale = new MockedProblem('record.stale', { current: { limit: 500, version: 9 } });
  const { api, dialog, confirm } = await openPopup('Change account limit', { usage: { updateLimit: stale } });
  await confirm('70');
  const words = 'Someone else has changed this limit: it is now €500.00. Confirm again to replace it.';
  await within(dialog).findByText(words);
  api.change({ usage: { updateLimit: { limit: 70, action: 'stop', version: 10 } } });
  await confirm('70');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.getCalls('usage.updateLimit').at(-1)?.body).toEqual({ limit: 70, action: 'stop', version: 9 });
});

test('a problem is shown in the dialog, which stays open', async () => {
  const { dialog, confirm } = await openPopup('Change account limit', {
    usage: { updateLimit: new MockedProblem('access.refused') },
  });
  await confirm('70');
  await within(dialog).findByText('You are not authorized to perform this action!');
});

const support = '/settings/usage/support';
const unlimited = makeSupport({
  limit: null,
  data: makeSupport().data.map((each) => ({ ...each, limit: null })),
  total: 0,
});

test('support has limits by type, their sum, and a limit of all support', async () => {
  openUsage({ path: support });
  const caption = await screen.findByText('Support limits by type', { ignore: '[aria-hidden] caption' });
  const rows = [...(caption.closest('table')?.rows ?? [])].map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'TypeSpent this monthLimit',
    'E-mail€130.00 · Budget warning: 86% of the limit used€150.00Change',
    'Voice€0.00No limitSet limit',
    'Sum of the limits above€150.00',
    'Overall support limit€130.00 · 65% of the limit used€200.00Change',
  ]);
});

test('the limits of support are updated with their common version', async () => {
  const saveSupport = ({ body }: { body: SupportUpdate }) => makeSupport({ limit: body.limit ?? 200, version: 4 });
  const { api, confirm, person } = await openPopup('Set Voice support limit', {
    path: support,
    usage: { updateSupportLimits: saveSupport },
  });
  await confirm('12.34');
  await screen.findByText('Voice support limit set to €12.34.');
  expect(api.getCalls('usage.updateSupportLimits')[0]?.body).toEqual({
    data: [{ _id: toId(102), limit: 12.34 }],
    version: 3,
  });
  await person.click(screen.getByLabelText('Change overall support limit'));
  const dialog = await screen.findByRole('dialog');
  await person.type(within(dialog).getByLabelText('Limit in euros'), '5');
  await person.click(within(dialog).getByText('Confirm'));
  await waitFor(() => expect(api.getCalls('usage.updateSupportLimits')).toHaveLength(2));
  expect(api.getCalls('usage.updateSupportLimits')[1]?.body).toEqual({ limit: 2005, version: 3 });
});

test.each([['Admin'], ['User'], ['TechnicalUser']] as const)('a %s sees limits and sets none', async (role) => {
  openUsage({ roles: [role], usage: { get: limited } });
  expect((await readRows())[1]?.at(-1)).toBe('€10.0090.0% spent');
  expect(screen.queryByText(/Change|Set limit/)).toBeNull();
  cleanup();
  openUsage({ path: support, roles: [role] });
  await screen.findByText('Support limits by type', { ignore: '[aria-hidden] caption' });
  expect(screen.queryByText(/Change|Set limit/)).toBeNull();
  cleanup();
  openUsage({ path: support, roles: [role], usage: { getSupport: unlimited } });
  await screen.findByText('Support has no limits.');
  expect(screen.queryByText('Set support limits')).toBeNull();
});

test('unmapped usage has no limit to set', async () => {
  openUsage({ usage: { get: makeUsage({ data: [makeSkillUsage({ _id: 'unmapped', name: 'No skill' })] }) } });
  expect((await readRows())[1]?.at(-1)).toBe('–');
});

test('support limits that failed to load leave the rest of the page', async () => {
  const { api, person } = openUsage({ path: support, usage: { getSupport: new MockedProblem('internal') } });
  await screen.findByText('Gateway setup');
  const again = await screen.findByText('Try again');
  api.change({ usage: { getSupport: makeSupport() } });
  await person.click(again);
  await screen.findByText('Support limits by type', { ignore: '[aria-hidden] caption' });
});

test('without a limit there is one line, whose button opens them, and no sum', async () => {
  const { person } = openUsage({ path: support, usage: { getSupport: unlimited } });
  await screen.findByText('Support has no limits.');
  expect(screen.queryByText('No limit')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Set support limits' }));
  await screen.findByRole('button', { name: 'Set Voice support limit' });
  expect(screen.queryByText('Sum of the limits above')).toBeNull();
});
