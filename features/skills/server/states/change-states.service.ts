import type { ProblemCode } from '#contract/problems.ts';
import type { SkillStepResult } from '#features/skills/contract/skill-states.ts';
import type { SkillStepAnswer, SkillStepForm } from '#features/skills/contract/skill-steps.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Uses } from '#server/portal/portal.ts';
import { updateSkillState } from './change-state.service.ts';

const results: Readonly<Partial<Record<ProblemCode, SkillStepResult>>> = {
  'record.not-found': 'gone',
  'skills.state-impossible': 'impossible',
  'skills.transport-not-installed': 'not-installed',
  'skills.no-address': 'no-address',
};

/**
 * Activates or deactivates several skills one after the other, each in a transaction of its own, so that one that cannot be changed leaves
 * the others as they would be without it.
 * @throws Problem `company.suspended`
 */
export async function updateSkillStates(
  portal: Uses<'database' | 'identity' | 'mails' | 'clock'>,
  context: CallContext,
  { skills, command }: SkillStepForm,
): Promise<SkillStepAnswer> {
  const answered: SkillStepAnswer['results'] = [];
  for (const id of skills) answered.push({ _id: id, result: await updateOne(id) });
  return { results: answered };

  async function updateOne(id: string): Promise<SkillStepResult> {
    try {
      await updateSkillState(portal, context, id, { command, reason: '' });
      return 'done';
    } catch (error) {
      const result = error instanceof Problem ? results[error.code] : undefined;
      if (result === undefined) throw error;
      return result;
    }
  }
}
