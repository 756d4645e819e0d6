import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createOpenApiDocument } from '../server/http/openapi-document.ts';
import { fromRoot } from './setup/paths.mjs';

/*
 * The contract document is served at /api/openapi.json and is not kept here. Its hash is, so that no change of the contract
 * happens by accident: `npm run openapi` writes it, `npm run check` compares it.
 */
const path = fromRoot('contract', 'openapi.sha256');
const hash = createHash('sha256')
  .update(JSON.stringify(await createOpenApiDocument()))
  .digest('hex');

if (!process.argv.includes('--check')) {
  writeFileSync(path, `${hash}\n`);
} else if (readFileSync(path, 'utf8').trim() !== hash) {
  console.error('The contract has changed: run "npm run openapi", and commit contract/openapi.sha256 with the change.');
  process.exitCode = 1;
}
