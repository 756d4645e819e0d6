import type { AnyContractProcedure } from '@orpc/contract';
import * as z from 'zod';
import type { EndpointMeta } from './endpoint.ts';
import type { ProblemCode } from './problems.ts';

interface EndpointTraits {
  readonly access: EndpointMeta['access'];
  readonly isPaid: boolean;
  readonly isDeferrable: boolean;
  readonly goesOn: boolean;
  readonly acceptsGzip: boolean;
  readonly isRead: boolean;
  readonly hasParams: boolean;
  /** A query, headers or a JSON body, which a schema validates. */
  readonly hasFields: boolean;
  readonly hasIdempotencyKey: boolean;
}

const hasActor = (access: EndpointMeta['access']) => !['public', 'session', 'intake'].includes(access);

/** Codes that follow from access, method and input, with the endpoints they belong to. */
const derivedProblems: readonly [code: ProblemCode, applies: (endpoint: EndpointTraits) => boolean][] = [
  ['request.malformed', () => true],
  ['request.unsupported-type', ({ isRead, acceptsGzip }) => !isRead && !acceptsGzip],
  ['intake.coding', ({ acceptsGzip }) => acceptsGzip],
  ['request.too-large', ({ isRead }) => !isRead],
  ['request.invalid', ({ hasFields }) => hasFields],
  ['request.key-reused', ({ hasIdempotencyKey }) => hasIdempotencyKey],
  ['request.foreign-origin', ({ access }) => access === 'public' || access === 'session'],
  ['request.too-many', ({ access, isRead }) => (access === 'public' ? !isRead : hasActor(access))],
  ['session.required', ({ access }) => access !== 'public' && access !== 'intake'],
  ['intake.key-required', ({ access }) => access === 'intake'],
  ['intake.too-much', ({ access, isRead }) => access === 'intake' && !isRead],
  ['intake.busy', ({ access, isDeferrable }) => access === 'intake' && isDeferrable],
  ['access.refused', ({ access }) => hasActor(access) && access !== 'signed-in'],
  ['company.suspended', ({ isPaid }) => isPaid],
  ['record.not-found', ({ hasParams }) => hasParams],
  ['service.maintenance', ({ isRead, goesOn }) => !isRead && !goesOn],
  ['service.unavailable', () => true],
  ['service.disk-full', () => true],
  ['service.overloaded', () => true],
  ['internal', () => true],
];

/** Every problem code that the endpoint may answer: those it declares and those that follow from its access and input. */
export function listEndpointProblems({ '~orpc': definition }: AnyContractProcedure): ProblemCode[] {
  const {
    access,
    isPaid = false,
    takesFile,
    deferrable,
    acceptsGzip = false,
    goesOn = false,
    problems = [],
  } = definition.meta as EndpointMeta;
  const { inputSchema, route } = definition;
  const parts: Readonly<Record<string, unknown>> = inputSchema instanceof z.ZodObject ? inputSchema.shape : {};
  const endpoint = {
    access,
    isPaid,
    isDeferrable: deferrable !== undefined,
    acceptsGzip,
    goesOn,
    isRead: route.method === 'GET',
    hasParams: 'params' in parts,
    hasFields: 'query' in parts || 'headers' in parts || ('body' in parts && !takesFile),
    hasIdempotencyKey: 'headers' in parts,
  };
  const derived = derivedProblems.filter(([, applies]) => applies(endpoint)).map(([code]) => code);
  return [...new Set([...derived, ...problems])];
}
