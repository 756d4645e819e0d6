import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { IdempotencyMismatch, runIdempotently } from './idempotency.ts';
import { files } from '../database/schema/files.ts';
import { buildCompany } from '../database/testing/builders.ts';
import { openTestDatabase } from '../database/testing/test-database.ts';
import type { TestDatabase } from '../database/testing/test-database.ts';

let database: TestDatabase;
let companyId: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  companyId = (await buildCompany(database)).id;
});

const request = { key: 'key-1', operation: 'filesAdd', request: { name: 'logo' } };

/** Adds a row and answers its key. */
function addFile(asked = request, company = companyId) {
  return database.withCompany(company, (tx) =>
    runIdempotently(tx, asked, async () => {
      const key = randomUUID().replaceAll('-', '').slice(0, 22);
      await tx.insert(files).values({ key, purpose: 'logo', contentType: 'image/png', byteLength: 1 });
      return { key, at: new Date(0) };
    }),
  );
}

const countFiles = () => database.withCompany(companyId, (tx) => tx.$count(files));

test('fifty simultaneous repeats make one row and get equal answers', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => addFile()));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toEqual({ key: expect.any(String), at: '1970-01-01T00:00:00.000Z' });
  expect(await countFiles()).toBe(1);
});

test('the same key with another body or for another operation is refused', async () => {
  await addFile();
  await expect(addFile({ ...request, request: { name: 'other' } })).rejects.toThrow(IdempotencyMismatch);
  await expect(addFile({ ...request, operation: 'filesReplace' })).rejects.toThrow(IdempotencyMismatch);
  expect(await countFiles()).toBe(1);
});

test('a failed attempt is not remembered', async () => {
  const failing = database.withCompany(companyId, (tx) =>
    runIdempotently(tx, request, async () => {
      throw new Error('no luck');
    }),
  );
  await expect(failing).rejects.toThrow('no luck');
  await addFile();
  expect(await countFiles()).toBe(1);
});

test('the same key in another company is another key', async () => {
  const other = await buildCompany(database);
  const [mine, theirs] = await Promise.all([addFile(), addFile(request, other.id)]);
  expect(mine.key).not.toBe(theirs.key);
});
