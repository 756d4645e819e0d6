import * as z from 'zod';
import { Instant } from '#contract/fields.ts';

export const testSteps = ['address', 'reach', 'tls', 'signIn', 'identifier'] as const;
export type TestStep = (typeof testSteps)[number];

/** The last connection test of the stored values; null before the first and after a change. */
export const LastTest = z.object({ at: Instant, ok: z.boolean() }).nullable();

/**
 * One failed test makes an integration degraded. Three in a row over at least 15 minutes make it broken, until a test
 * succeeds.
 */
export const healthStates = ['neverTested', 'working', 'degraded', 'broken'] as const;
export type HealthState = (typeof healthStates)[number];

/** State of an integration by its connection tests: scheduled ones, and those that users run. */
export const Health = z.object({
  state: z.enum(healthStates),
  /** Null before the first success of the stored values. */
  lastSuccessAt: Instant.nullable(),
  /** The first of the failures in a row; null while it works. */
  failingSince: Instant.nullable(),
  /** The failed step of the last test, and what it reported; null while it works. */
  failedStep: z.enum(testSteps).nullable(),
  failure: z.string().nullable(),
});
export type Health = z.infer<typeof Health>;
