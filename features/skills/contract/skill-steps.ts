import * as z from 'zod';
import { Id } from '#contract/fields.ts';
import { skillsPerStep, skillStepResults, skillSteps } from './skill-states.ts';

export const SkillStepForm = z.strictObject({
  skills: z
    .array(Id, { error: 'A list of ids is required.' })
    .min(1, { error: 'Select at least one skill.' })
    .max(skillsPerStep, { error: `You can change at most ${skillsPerStep} skills at once.` }),
  command: z.enum(skillSteps, { error: 'The command must be activate or deactivate.' }),
});
export type SkillStepForm = z.infer<typeof SkillStepForm>;

/** One result for each of the ids, in their order. */
export const SkillStepAnswer = z.object({
  results: z.array(z.object({ _id: Id, result: z.enum(skillStepResults) })),
});
export type SkillStepAnswer = z.infer<typeof SkillStepAnswer>;
