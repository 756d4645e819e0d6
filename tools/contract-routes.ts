import { isContractProcedure } from '@orpc/contract';
import { contract } from '#contract/router.ts';
import type { EndpointMeta } from '#contract/endpoint.ts';

/** Method, path and access of every endpoint without its schemas, which would weigh 30 kB in the browser. */
export function deriveRoutes() {
  return Object.fromEntries(
    Object.entries(contract).map(([group, endpoints]) => [
      group,
      Object.fromEntries(Object.entries(endpoints).map(([name, endpoint]) => [name, deriveRoute(endpoint)])),
    ]),
  );
}

function deriveRoute(endpoint: unknown) {
  if (!isContractProcedure(endpoint)) throw new Error('The contract has groups of endpoints, one level deep.');
  const { route, meta } = endpoint['~orpc'];
  const { target, access } = meta as EndpointMeta;
  return { method: route.method, path: route.path, target, access };
}
