import * as z from 'zod';
import { firstStepKinds, type FirstStepKind } from '#contract/first-steps/first-steps.ts';

/** The steps of a new company's first hour; they come with what needs the caller (`attention.list`). */
export const FirstSteps = z.object({
  /** The steps that the caller can do, in order; at least one of the company's is not done. */
  steps: z.array(
    z.object({ kind: z.enum(firstStepKinds as [FirstStepKind, ...FirstStepKind[]]), isDone: z.boolean() }),
  ),
  /** Whether the caller is asked who may read conversations: the company's rights were never saved. */
  asksReaders: z.boolean(),
});
export type FirstSteps = z.infer<typeof FirstSteps>;
