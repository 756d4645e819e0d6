import * as z from 'zod';
import type { EndpointMeta } from '#contract/endpoint.ts';
import { contract } from '#contract/router.ts';

/** One endpoint as the contract declares it, with the parts of its input apart. */
export interface SweptEndpoint {
  /** Where it stands in the contract, as in `users.create`. */
  readonly key: string;
  readonly id: string;
  readonly method: string;
  /** With its parameters in braces; follows `/api`. */
  readonly path: string;
  readonly meta: EndpointMeta;
  readonly successStatus: number;
  readonly params: z.ZodObject | undefined;
  readonly query: z.ZodType | undefined;
  readonly body: z.ZodType | undefined;
  readonly output: z.ZodType | undefined;
}

interface Declared {
  readonly '~orpc': {
    readonly meta: EndpointMeta;
    readonly route: { operationId?: string; method?: string; path?: string; successStatus?: number };
    readonly inputSchema?: unknown;
    readonly outputSchema?: unknown;
  };
}

/** Every endpoint of the contract, found by walking it. */
export function listEndpoints(): SweptEndpoint[] {
  return Object.entries(contract).flatMap(([area, endpoints]) =>
    Object.entries(endpoints as Record<string, Declared>).map(([name, declared]) =>
      toSweptEndpoint(`${area}.${name}`, declared),
    ),
  );
}

function toSweptEndpoint(key: string, declared: Declared): SweptEndpoint {
  const { meta, route, inputSchema, outputSchema } = declared['~orpc'];
  const parts = inputSchema instanceof z.ZodObject ? inputSchema.shape : {};
  return {
    key,
    id: route.operationId ?? key,
    method: route.method ?? 'GET',
    path: route.path ?? '/',
    meta,
    successStatus: route.successStatus ?? 200,
    params: parts['params'] instanceof z.ZodObject ? parts['params'] : undefined,
    query: asSchema(parts['query']),
    body: asSchema(parts['body']),
    output: asSchema(outputSchema),
  };
}

function asSchema(value: unknown): z.ZodType | undefined {
  return value instanceof z.ZodType ? value : undefined;
}

/** The path with its parameters filled in, each one encoded unless `raw` is asked for. */
export function fillPath(path: string, params: Readonly<Record<string, string>>, raw = false): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    return raw ? value : encodeURIComponent(value);
  });
}
