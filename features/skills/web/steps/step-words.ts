import { listCommands, type SkillStep, type SkillStepResult } from '#features/skills/contract/skill-states.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { formatCounted } from '#web/lib/numbers.ts';

const skills = (count: number) => formatCounted(count, 'skills');
const have = (count: number) => (count === 1 ? 'has' : 'have');

interface StepWords {
  readonly label: string;
  /** 'Deactivate 3 skills' */
  readonly toTitle: (count: number) => string;
  /** Said before. */
  readonly effect: string;
  readonly toDone: (count: number) => string;
}

export const stepWords: Readonly<Record<SkillStep, StepWords>> = {
  activate: {
    label: 'Activate',
    toTitle: (count) => `Activate ${skills(count)}`,
    effect: 'Your assistant can run them immediately, at their prices.',
    toDone: (count) => `${skills(count)} ${have(count)} been activated.`,
  },
  deactivate: {
    label: 'Deactivate',
    toTitle: (count) => `Deactivate ${skills(count)}`,
    effect: 'Your assistant is denied them until you activate them again. Configuration and past figures are kept.',
    toDone: (count) => `${skills(count)} ${have(count)} been deactivated.`,
  },
};

/** Why the server has left a skill as it is. */
export const resultWords: Readonly<Record<Exclude<SkillStepResult, 'done'>, string>> = {
  impossible: 'Not possible in the current state',
  'no-address': 'Enter street, city and country in the company profile first, because this skill has a price',
  'not-installed': 'Confirm first that the transport request is installed, in the configurations',
  gone: 'No longer in the store',
};

/** Why a step leaves a skill as it is, as far as the list knows; undefined where it takes the skill. */
export function findReason({ state, requiresApproval = false }: Skill, step: SkillStep): string | undefined {
  const possible = state === undefined ? [] : listCommands(state, requiresApproval);
  if (possible.includes(step)) return undefined;
  if (step === 'deactivate') return 'Not active';
  if (state === 'requested') return 'Waiting for approval';
  return possible.includes('request')
    ? 'Requires approval, which you request in the menu of the skill'
    : 'Already active';
}
