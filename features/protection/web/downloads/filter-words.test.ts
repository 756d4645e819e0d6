import { expect, test } from 'vitest';
import { listFilterWords } from './filter-words.ts';

const zone = 'Europe/Tallinn';

test('every condition of the log is said', () => {
  const filter = {
    from: '2026-10-31T22:00:00.000Z',
    to: '2026-11-30T21:59:59.999Z',
    users: ['a', 'b'],
    skills: ['a'],
    status: ['Failed', 'Error'],
    weekday: 7,
    hour: 23,
    failed: false,
    failures: ['Timeout'],
    models: ['', 'm1'],
    tools: ['t'],
    failedTools: ['u'],
    unanswered: true,
    reviews: ['open', 'none'],
    tags: ['Billing'],
    slowerThanMs: 2000,
    search: 'invoice "not posted"',
    technicalUsers: true,
  };
  expect(listFilterWords({ kind: 'messages', filter }, zone)).toEqual([
    '1 Nov 2026, 0:00:00 – 30 Nov 2026, 23:59:59',
    '2 users',
    '1 skill',
    'status: Failed, Error',
    'on Sundays',
    'from 23:00 to 24:00',
    'ended without a failure',
    'failure: Timeout',
    'model: not named, m1',
    'tool: t',
    'failed tool: u',
    'unanswered',
    'open review',
    'not reviewed',
    'tag: Billing',
    'an answer slower than 2.0 s',
    'words: invoice "not posted"',
    'with technical users',
  ]);
});

test('months, skills, users and entries of the audit log are said', () => {
  expect(listFilterWords({ kind: 'requests', filter: { period: '2026-10', skill: 'a' } }, zone)).toEqual([
    'October 2026',
    'one skill',
  ]);
  expect(listFilterWords({ kind: 'usage', filter: {} }, zone)).toEqual(['the month of the request']);
  const filter = { from: '2026-11-01', to: '2026-11-30', entity: 'user', entityId: 'x', actor: 'Ada', search: 'name' };
  expect(listFilterWords({ kind: 'audit', filter }, zone)).toEqual([
    'from 1 Nov 2026',
    'to 30 Nov 2026',
    'record type: user',
    'one record',
    'author: Ada',
    'search: name',
  ]);
  const people = { state: 'Invited', search: 'Tamm', role: 'Admin', signIn: '90-days' } as const;
  expect(listFilterWords({ kind: 'users', filter: people }, zone)).toEqual([
    'search: Tamm',
    'role: Admin',
    'status: Invited',
    'last sign-in: not in 90 days',
  ]);
  expect(listFilterWords({ kind: 'companies', filter: { companies: ['a'] } }, zone)).toEqual(['1 company']);
  expect(listFilterWords({ kind: 'companies', filter: { companies: ['a', 'b'] } }, zone)).toEqual(['2 companies']);
  const systems = { search: 'SAP', provider: 'SAP', category: 'TP', status: 'Active', only: 'broken' } as const;
  expect(listFilterWords({ kind: 'integrations', filter: { ...systems, integrations: ['a'] } }, zone)).toEqual([
    'search: SAP',
    'service provider: SAP',
    'category: Technology Provider',
    'status: Active',
    'broken and in use',
    '1 integration',
  ]);
  const skills = { search: 'leave', provider: 'SAP', area: 'FI', domainKnowledge: 'ERP', skills: ['a', 'b'] } as const;
  expect(listFilterWords({ kind: 'skills', filter: { ...skills, skills: ['a', 'b'] } }, zone)).toEqual([
    'search: leave',
    'service provider: SAP',
    'area: Finance',
    'domain knowledge: Enterprise Resource Planning (ERP)',
    '2 skills',
  ]);
  expect(listFilterWords({ kind: 'invoices', filter: {} }, zone)).toEqual([]);
  const days = { from: '2026-10-01', to: '2026-10-31' };
  expect(listFilterWords({ kind: 'journal', filter: days }, zone)).toEqual(['1 Oct 2026 – 31 Oct 2026']);
  expect(listFilterWords({ kind: 'invoices', filter: { status: 'open', year: 2026 } }, zone)).toEqual([
    'status: open',
    'issued in 2026',
  ]);
});
