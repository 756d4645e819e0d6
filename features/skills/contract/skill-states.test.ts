import { expect, test } from 'vitest';
import { findNextState, fitsSkill, listCommands, reviewDecisions, skillCommands, skillStates } from './skill-states.ts';

const walk = (requiresApproval: boolean) =>
  skillStates.map((state) => [state, ...listCommands(state, requiresApproval)].join(' '));

test('a skill without approval is activated at once', () => {
  expect(walk(false)).toEqual([
    'available activate',
    'requested withdraw',
    'approved activate uninstall',
    'active deactivate uninstall',
    'inactive activate uninstall',
    'uninstalled activate',
  ]);
});

test('a skill with approval is requested first, also after it was uninstalled', () => {
  expect(walk(true)).toEqual([
    'available request',
    'requested withdraw',
    'approved activate uninstall',
    'active deactivate uninstall',
    'inactive activate uninstall',
    'uninstalled request',
  ]);
});

test('a reviewer decides only what is requested', () => {
  for (const decision of reviewDecisions) {
    const decidable = skillStates.filter((state) => findNextState(state, decision, true) !== undefined);
    expect(decidable).toEqual(['requested']);
  }
});

test('no transition leads to the state it started from, and none past the approval', () => {
  const steps = skillStates.flatMap((from) =>
    [...skillCommands, ...reviewDecisions].map((transition) => ({
      from,
      transition,
      to: findNextState(from, transition, true),
    })),
  );
  expect(steps.filter(({ from, to }) => from === to)).toEqual([]);
  const before = (state: string) => steps.filter(({ to }) => to === state).map(({ from }) => from);
  expect([before('active'), before('approved')]).toEqual([['approved', 'inactive'], ['requested']]);
});

test('the backend system of a skill is of its domain, and of SAP for a skill of SAP', () => {
  const sap = { serviceProvider: 'SAP', domainKnowledge: 'ERP' };
  const own = { serviceProvider: 'Steward', domainKnowledge: 'ERP' };
  const chat = { serviceProvider: 'SAP', domainKnowledge: 'Communication' };
  const systems = [
    { provider: 'SAP', category: 'ERP' },
    { provider: 'Oracle', category: 'ERP' },
    { provider: 'Slack', category: 'CT' },
    { provider: 'IBM', category: 'TP' },
  ];
  const fitting = (skill: typeof sap) => systems.filter((system) => fitsSkill(skill, system)).map((s) => s.provider);
  expect([fitting(sap), fitting(own), fitting(chat)]).toEqual([['SAP'], ['SAP', 'Oracle'], ['Slack']]);
});
