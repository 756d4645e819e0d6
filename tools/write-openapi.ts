import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createOpenApiDocument } from '../server/http/openapi-document.ts';
import { fromRoot } from './setup/paths.mjs';

const committedCopy = fromRoot('docs', 'openapi.json');

function readCommittedCopy(): string {
  try {
    return readFileSync(committedCopy, 'utf8');
  } catch {
    return '';
  }
}

const current = `${JSON.stringify(await createOpenApiDocument(), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  mkdirSync(fromRoot('docs'), { recursive: true });
  writeFileSync(committedCopy, current);
} else if (current !== readCommittedCopy()) {
  console.error('docs/openapi.json differs from the contract: run "npm run openapi" and commit it.');
  process.exitCode = 1;
}
