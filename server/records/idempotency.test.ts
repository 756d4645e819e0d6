import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOnce, IdempotencyMismatch, type IdempotentRequest } from './idempotency.ts';
import { statement } from '../sql/statement.ts';
import { integer, text } from '../sql/types.ts';
import { buildCompany } from '../database/testing/builders.ts';
import { openTestDatabase, type TestDatabase } from '../database/testing/test-database.ts';

let database: TestDatabase;
let companyId: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  companyId = (await buildCompany(database)).id;
});

const createFile = statement({
  text: `
    insert into files (company_id, key, purpose, content_type)
    values ($companyId, $key, 'logo', 'image/png')`,
  params: { key: text },
});
const countRows = statement({
  text: 'select count(*)::int as count from files where company_id = $companyId',
  row: { count: integer },
});

const now = new Date('2026-01-05T13:45:00Z');
const request = { key: 'key-1', operation: 'filesAdd', request: { name: 'logo' }, now };

/** Adds a row and answers its key. */
function addFile(asked: IdempotentRequest = request, company = companyId) {
  return database.inCompany(company, (tx) =>
    createOnce(tx, asked, async () => {
      const key = randomUUID().replaceAll('-', '').slice(0, 22);
      await tx.run(createFile, { key });
      return { key, at: new Date(0) };
    }),
  );
}

const countFiles = () => database.inCompany(companyId, async (tx) => (await tx.get(countRows)).count);

test('fifty simultaneous requests with one key create one row and get equal answers', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => addFile()));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toEqual({ key: expect.any(String), at: '1970-01-01T00:00:00.000Z' });
  expect(await countFiles()).toBe(1);
});

test('the same key with another body or operation is a mismatch', async () => {
  await addFile();
  await expect(addFile({ ...request, request: { name: 'other' } })).rejects.toThrow(IdempotencyMismatch);
  await expect(addFile({ ...request, operation: 'filesReplace' })).rejects.toThrow(IdempotencyMismatch);
  expect(await countFiles()).toBe(1);
});

test('a failed request stores no key', async () => {
  const failing = database.inCompany(companyId, (tx) =>
    createOnce(tx, request, async () => {
      throw new Error('no luck');
    }),
  );
  await expect(failing).rejects.toThrow('no luck');
  await addFile();
  expect(await countFiles()).toBe(1);
});

test('keys of two companies are independent', async () => {
  const other = await buildCompany(database);
  const [mine, theirs] = await Promise.all([addFile(), addFile(request, other.id)]);
  expect(mine.key).not.toBe(theirs.key);
});

test('requests without a key create a row each', async () => {
  await addFile({ ...request, key: undefined });
  await addFile({ ...request, key: undefined });
  expect(await countFiles()).toBe(2);
});
