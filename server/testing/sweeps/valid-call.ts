import type { InferContractRouterInputs } from '@orpc/contract';
import type * as z from 'zod';
import type { contract } from '#contract/router.ts';
import type { SweepCaller, SweepWorld } from './sweep-world.ts';

/** A well-formed call of one endpoint, and what an allowed caller is answered. */
export interface ValidCall<Input = unknown> {
  readonly input: Input;
  /** Where it is not the endpoint's success status, such as for a code that nobody can know. */
  readonly answers?: readonly number[];
  /** The schema that judges the body, where the contract leaves it to the endpoint. */
  readonly body?: z.ZodType;
  /** The other company's record of the kind that the address names; without one a user of it. */
  readonly foreignId?: string;
  /** What a call without a body is answered, where it is not 422. */
  readonly bodyless?: readonly number[];
  /** The call ends the session it is made with. */
  readonly endsSession?: true;
}

type Inputs = InferContractRouterInputs<typeof contract>;
export type MakeCall<Input> = (world: SweepWorld, caller: SweepCaller) => ValidCall<Input> | Promise<ValidCall<Input>>;
/** One entry for every endpoint: a new endpoint without one does not compile. */
export type ValidCalls = {
  readonly [Area in keyof Inputs]: { readonly [Name in keyof Inputs[Area]]: MakeCall<Inputs[Area][Name]> };
};
