import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isContractProcedure } from '@orpc/contract';
import { contract } from '#contract/router.ts';
import type { EndpointMeta } from '#contract/endpoint.ts';
import { createOpenApiDocument } from '../server/http/openapi-document.ts';
import { fromRoot } from './setup/paths.mjs';

/** Method, path and access of every endpoint without its schemas, which would weigh 30 kB in the browser. */
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

/** Files that are derived from the contract and committed. */
const copies = {
  'docs/openapi.json': await createOpenApiDocument(),
  'web/api/contract-routes.json': deriveRoutes(),
};

function readCommitted(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

for (const [name, content] of Object.entries(copies)) {
  const path = fromRoot(...name.split('/'));
  const current = `${JSON.stringify(content, null, 2)}\n`;
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, current);
  } else if (current !== readCommitted(path)) {
    console.error(`${name} differs from the contract: run "npm run openapi" and commit it.`);
    process.exitCode = 1;
  }
}
