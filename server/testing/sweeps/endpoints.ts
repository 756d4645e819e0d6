import type { AnyContractProcedure } from '@orpc/contract';
import * as z from 'zod';
import { listEndpointProblems } from '#contract/endpoint-problems.ts';
import type { EndpointMeta } from '#contract/endpoint.ts';
import type { ProblemCode } from '#contract/problems.ts';
import { contract } from '#contract/router.ts';

/** An endpoint of the contract with the parts of its input. */
export interface SweptEndpoint {
  /** Its place in the contract, such as `users.create`. */
  readonly key: string;
  readonly id: string;
  readonly method: string;
  /** With parameters in braces, without `/api`. */
  readonly path: string;
  readonly meta: EndpointMeta;
  readonly successStatus: number;
  readonly params: z.ZodObject | undefined;
  readonly query: z.ZodType | undefined;
  readonly body: z.ZodType | undefined;
  readonly output: z.ZodType | undefined;
  /** The problem codes that the endpoint may answer. */
  readonly problems: readonly ProblemCode[];
}

let known: readonly SweptEndpoint[] | undefined;

/** Every endpoint of the contract. */
export const listEndpoints = (): readonly SweptEndpoint[] =>
  (known ??= Object.entries(contract).flatMap(([area, endpoints]) =>
    Object.entries(endpoints as Record<string, AnyContractProcedure>).map(([name, procedure]) =>
      toSweptEndpoint(`${area}.${name}`, procedure),
    ),
  ));

function toSweptEndpoint(key: string, procedure: AnyContractProcedure): SweptEndpoint {
  const { meta, route, inputSchema, outputSchema } = procedure['~orpc'];
  const parts = inputSchema instanceof z.ZodObject ? inputSchema.shape : {};
  return {
    key,
    id: route.operationId ?? key,
    method: route.method ?? 'GET',
    path: route.path ?? '/',
    meta: meta as EndpointMeta,
    successStatus: route.successStatus ?? 200,
    params: parts['params'] instanceof z.ZodObject ? parts['params'] : undefined,
    query: asSchema(parts['query']),
    body: asSchema(parts['body']),
    output: asSchema(outputSchema),
    problems: listEndpointProblems(procedure),
  };
}

function asSchema(value: unknown): z.ZodType | undefined {
  return value instanceof z.ZodType ? value : undefined;
}

/** The path with its parameters, which are encoded unless `raw`. */
export function fillPath(path: string, params: Readonly<Record<string, string>>, raw = false): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    return raw ? value : encodeURIComponent(value);
  });
}
