import { isContractProcedure } from '@orpc/contract';
import { contract } from '#contract/router.ts';
import type { EndpointMeta } from '#contract/endpoint.ts';

/**
 * Every endpoint without its schemas, which would weigh 30 kB in the browser: a line each with its name, method, target, path, and
 * the word `open` where it is called without an identity token.
 */
export function deriveRoutes(): string {
  return Object.entries(contract)
    .flatMap(([group, endpoints]) =>
      Object.entries(endpoints).map(([name, endpoint]) => `${group}.${name} ${describeRoute(endpoint)}`),
    )
    .join('\n');
}

function describeRoute(endpoint: unknown): string {
  if (!isContractProcedure(endpoint)) throw new Error('The contract has groups of endpoints, one level deep.');
  const { route, meta } = endpoint['~orpc'];
  const { target, access } = meta as EndpointMeta;
  // Section 6: every call carries the identity token, except those made before there is one.
  const isOpen = access === 'public' || access === 'session';
  return [route.method, target, route.path, ...(isOpen ? ['open'] : [])].join(' ');
}
