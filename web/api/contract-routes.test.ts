import { isContractProcedure } from '@orpc/contract';
import { expect, test } from 'vitest';
import { contract } from '#contract/router.ts';
import type { EndpointMeta } from '#contract/endpoint.ts';

/** Methods, paths and access of the contract without its schemas, which would weigh 30 kB in the browser. */
function deriveRoutes() {
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

test('the routes in the browser are those of the contract (after a change: vitest run web/api/contract-routes.test.ts -u)', async () => {
  await expect(`${JSON.stringify(deriveRoutes(), null, 2)}\n`).toMatchFileSnapshot('./contract-routes.json');
});
