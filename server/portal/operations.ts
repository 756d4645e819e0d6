import type {
  AnyContractProcedure,
  ContractProcedure,
  ErrorMap,
  Meta,
  InferSchemaInput,
  InferSchemaOutput,
} from '@orpc/contract';
import { implement, type AnyRouter } from '@orpc/server';
import { toCall, type Call } from '../lib/request/call.ts';
import type { RequestContext } from '../lib/request/request-context.ts';
import type { Portal } from './portal.ts';

/** Function of one endpoint, called with parsed input after the guard let its caller in. */
type Operation<Endpoint> =
  Endpoint extends ContractProcedure<infer Input, infer Output, ErrorMap, Meta>
    ? (
        portal: Portal,
        call: Call,
        input: InferSchemaOutput<Input>,
      ) => InferSchemaInput<Output> | Promise<InferSchemaInput<Output>>
    : never;

/** The operations of one part of the contract; a missing one does not compile. */
export type Operations<Contract> = { readonly [Name in keyof Contract]: Operation<Contract[Name]> };

type ContractParts = Readonly<Record<string, Readonly<Record<string, AnyContractProcedure>>>>;
type AnyOperation = (portal: Portal, call: Call, input: unknown) => unknown;

/** Builds the router that serves `operations` for a contract. */
export function toRouter<Contract extends ContractParts>(
  contract: Contract,
  operations: { readonly [Part in keyof Contract]: Operations<Contract[Part]> },
  portal: Portal,
): AnyRouter {
  const parts = Object.entries(contract).map(([part, endpoints]) => {
    const served = Object.entries(endpoints).map(([name, endpoint]) => {
      const run = (operations[part] as Readonly<Record<string, AnyOperation>>)[name];
      if (!run) throw new Error(`no operation ${part}.${name}`);
      const handler = implement(endpoint)
        .$context<RequestContext>()
        .handler(({ context, input }) => run(portal, toCall(context), input));
      return [name, handler] as const;
    });
    return [part, Object.fromEntries(served)] as const;
  });
  return Object.fromEntries(parts);
}
