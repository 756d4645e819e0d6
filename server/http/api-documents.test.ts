import { afterAll, expect, test } from 'vitest';
import { createWorkerPool } from '../lib/concurrency/worker-pool.ts';
import { createApiDocuments } from './api-documents.ts';
import { createOpenApiDocument } from './openapi-document.ts';

const workers = createWorkerPool();
afterAll(() => workers.close());

test('the documents are made by a worker, once, from the contract', async () => {
  const getDocuments = createApiDocuments(workers, 'Steward');
  const [documents, again] = await Promise.all([getDocuments(), getDocuments()]);
  expect(again).toBe(documents);
  expect(JSON.parse(documents.openApiJson)).toEqual(JSON.parse(JSON.stringify(await createOpenApiDocument())));
  expect(documents.docsHtml).toContain('<title>Steward');
});

test('documents that could not be made are made by the next request', async () => {
  let isBroken = true;
  const run: typeof workers.run = async (...call) => {
    if (isBroken) throw new Error('the worker has ended');
    return workers.run(...call);
  };
  const getDocuments = createApiDocuments({ run }, 'Steward');
  await expect(getDocuments()).rejects.toThrow('the worker has ended');
  isBroken = false;
  expect((await getDocuments()).openApiJson).toContain('"openapi":"3.1');
});
