import type { InferContractRouterInputs } from '@orpc/contract';
import type * as z from 'zod';
import type { contract } from '#contract/router.ts';
import type { SweepCaller, SweepWorld } from '../sweep-world.ts';

/** A valid call of an endpoint and the statuses for an allowed caller. */
export interface ValidCall<Input = unknown> {
  readonly input: Input;
  /** Statuses that are not the success status, such as for a code of a mail. */
  readonly answers?: readonly number[];
  /** The body's schema, where the contract leaves it to the endpoint. */
  readonly body?: z.ZodType;
  /** The other company's record of the address's kind; by default a user. */
  readonly foreignId?: string;
  /** Statuses of an unknown id, where they are not 404 and 422: of a list whose answer says each one's result. */
  readonly unknown?: readonly number[];
  /** Statuses of a call without a body, where it is not 422. */
  readonly bodyless?: readonly number[];
  /** The call ends its own session. */
  readonly endsSession?: true;
}

type Inputs = InferContractRouterInputs<typeof contract>;
export type MakeCall<Input> = (world: SweepWorld, caller: SweepCaller) => ValidCall<Input> | Promise<ValidCall<Input>>;
/** One valid call for each endpoint, so that a new endpoint without one does not compile. */
export type ValidCalls = {
  readonly [Area in keyof Inputs]: { readonly [Name in keyof Inputs[Area]]: MakeCall<Inputs[Area][Name]> };
};
