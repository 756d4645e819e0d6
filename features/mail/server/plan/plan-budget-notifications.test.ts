import { expect, test } from 'vitest';
import type { MailKind } from '#features/mail/contract/mail-kinds.ts';
import { planBudgetNotifications } from './plan-budget-notifications.ts';

const euro = 10_000;
const both: MailKind[] = ['accountLimit', 'budgetWarning'];
const skill = { id: '6b1f0b7e-4a34-4f0e-8a52-0f9d6d0c2b22', name: 'Leave requests' };

const usual = { action: 'stop', raises: 0 } as const;

const plan = (total: number, limit: number | null, wanted: MailKind[] = both) =>
  planBudgetNotifications({ total, limit, ...usual, skills: [] }, '2026-11-01', wanted).map(({ keys }) => keys[0]);

test.each([
  [49.9999, undefined],
  [50, 'budget:2026-11:50'],
  [79.9999, 'budget:2026-11:50'],
  [80, 'budget:2026-11:80'],
  [99.9999, 'budget:2026-11:80'],
  [100, 'account:2026-11:100'],
  [250, 'account:2026-11:100'],
])('of 100 euros, %d spent are notified as %s', (spent, key) => {
  expect(plan(Math.round(spent * euro), 100 * euro)).toEqual(key === undefined ? [] : [key]);
});

test('without the account limit’s mail, the warning at 80 % is sent also beyond the limit', () => {
  expect(plan(100 * euro, 100 * euro, ['budgetWarning'])).toEqual(['budget:2026-11:80']);
  expect(plan(99 * euro, 100 * euro, ['accountLimit'])).toEqual([]);
  expect(plan(100 * euro, 100 * euro, ['spendingDigest'])).toEqual([]);
});

test('without a limit, and with nothing spent, there is nothing to tell', () => {
  expect(plan(100 * euro, null)).toEqual([]);
  expect(plan(0, 0)).toEqual([]);
  expect(plan(1, 0)).toEqual(['account:2026-11:100']);
});

test('the limit of a skill is a notification of its own beside that of the account', () => {
  const skills = [{ ...skill, ...usual, total: 9 * euro, limit: 10 * euro }];
  const [own, ...others] = planBudgetNotifications(
    { total: 9 * euro, limit: null, ...usual, skills },
    '2026-11-01',
    both,
  );
  expect(own).toMatchObject({ kind: 'budgetWarning', keys: [`budget:2026-11:80:${skill.id}`] });
  const toFacts = own?.toFacts as () => unknown;
  expect(toFacts()).toMatchObject({ skillName: 'Leave requests', total: 9 * euro, limit: 10 * euro });
  expect(others).toEqual([]);
});

test('after a limit was raised its thresholds are notified again', () => {
  const budget = { total: 90 * euro, limit: 110 * euro, action: 'warn', raises: 1 } as const;
  const raised = { ...skill, ...budget, raises: 2 };
  const planned = planBudgetNotifications({ ...budget, skills: [raised] }, '2026-11-01', both);
  expect(planned.map(({ keys }) => keys[0])).toEqual([
    'budget:2026-11:80:raised-1',
    `budget:2026-11:80:${skill.id}:raised-2`,
  ]);
  const toFacts = planned[0]?.toFacts as () => unknown;
  expect(toFacts()).toMatchObject({ isStopping: false });
});

test('own limits of persons, departments and keys are notified under their names, and each person about the limit that applies', () => {
  const owner = { ...usual, limit: 10 * euro, spent: 9 * euro, isOwn: true };
  const owners = [
    { ...owner, kind: 'department' as const, owner: 'Sales', name: 'Sales' },
    { ...owner, kind: 'person' as const, owner: 'a', name: 'Mari Maasikas', raises: 3 },
    { ...owner, kind: 'person' as const, owner: 'b', name: 'Jüri', isOwn: false },
  ];
  const spending = { total: 0, limit: null, ...usual, skills: [], owners };
  const planned = planBudgetNotifications(spending, '2026-11-01', both);
  expect(planned.map(({ keys }) => keys[0])).toEqual([
    'budget:2026-11:80:department=Sales',
    'budget:2026-11:80:person=a:raised-3',
    'budget:2026-11:80:own=a:raised-3',
    'budget:2026-11:80:own=b',
  ]);
  expect(planned.map(({ userId }) => userId)).toEqual([undefined, undefined, 'a', 'b']);
  const toFacts = planned[1]?.toFacts as () => unknown;
  expect(toFacts()).toMatchObject({ skillName: 'Mari Maasikas', owner: 'person', total: 9 * euro });
});
