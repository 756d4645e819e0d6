import type { SkillCommand, SkillState, SkillTransition } from '#features/skills/contract/skill-states.ts';
import type { StatusTone } from '#web/ui/records/status-badge.tsx';

export const stateTones: Readonly<Record<SkillState, StatusTone>> = {
  available: 'grey',
  requested: 'amber',
  approved: 'amber',
  active: 'green',
  inactive: 'red',
  uninstalled: 'grey',
};

/** Entries of a menu (section 2.5). A skill that requires approval is requested by Activate. */
export const commandLabels: Readonly<Record<SkillCommand, string>> = {
  activate: 'Activate',
  request: 'Activate',
  withdraw: 'Withdraw request',
  deactivate: 'Deactivate',
  uninstall: 'Uninstall',
};

/** Changes of state in the history. */
export const transitionWords: Readonly<Record<SkillTransition, string>> = {
  request: 'Approval requested',
  withdraw: 'Request withdrawn',
  approve: 'Approved',
  refuse: 'Not approved',
  activate: 'Activated',
  deactivate: 'Deactivated',
  uninstall: 'Uninstalled',
};

/** The toast after a command. */
export const describeDone = (command: SkillCommand, name: string): string =>
  ({
    activate: `${name} is active now.`,
    request: `The reviewer has been e-mailed a link to approve ${name}.`,
    withdraw: `The request for ${name} has been withdrawn.`,
    deactivate: `${name} has been deactivated.`,
    uninstall: `${name} has been uninstalled.`,
  })[command];

/** Why a command of the menu is impossible in a state; undefined for a reader who may not see the state. */
export function describeImpossible(command: SkillCommand, state: SkillState | undefined): string {
  if (state === undefined) return 'Your roles do not allow this.';
  if (command === 'activate' || command === 'request') {
    return state === 'requested' ? 'Waits for approval.' : 'Already active.';
  }
  return command === 'deactivate' ? 'Only an active skill can be deactivated.' : 'Not installed.';
}
