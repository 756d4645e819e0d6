import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldText } from '#contract/fold-text.ts';
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { runAsOwner } from './testing/test-server.ts';

let database: TestDatabase;
/** PostgreSQL 17 and newer. */
let knowsAssigned: boolean;
beforeAll(async () => {
  database = await openTestDatabase();
  const { rows } = await database.systemPool.query("select from pg_proc where proname = 'unicode_assigned'");
  knowsAssigned = rows.length > 0;
});
afterAll(() => database.close());

const lastCode = 0x10_ff_ff;
const isSurrogate = (code: number) => code >= 0xd8_00 && code <= 0xdf_ff;

/** Every character between two letters, so that marks stand behind one and word ends are none. */
const texts = Array.from({ length: lastCode }, (_, code) => code + 1)
  .filter((code) => !isSurrogate(code))
  .map((code) => `a${String.fromCodePoint(code)}B`);

const batchSize = 50_000;
const toBatches = (all: readonly string[]) =>
  Array.from({ length: Math.ceil(all.length / batchSize) }, (_, index) =>
    all.slice(index * batchSize, (index + 1) * batchSize),
  );

/** Letters are in capitals and not, with marks before and behind, wide, of all scripts; 1,000 texts of 1 to 12 of them. */
const letters = [..."aZ iİıIßẞæŒÞłĐøħŦςΣΆάЁёйԱաאָّمُがカｱ한हि\u00ad\u0301\u200b\u0327\ufeff\u00a0１Ａﬁ…½Ǆǅ👩‍💻\n\t'%_\\"];
let seed = 7;
const next = (most: number) => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % most;
};
const mixed = Array.from({ length: 1000 }, () =>
  Array.from({ length: 1 + next(12) }, () => letters[next(letters.length)]).join(''),
);

/** Lists texts that PostgreSQL and `foldText` fold differently, except letters newer than the server's Unicode. */
async function listDifferent(all: readonly string[], collation: string) {
  // Older servers do not say what they know: they decompose it as the pages do.
  const known = knowsAssigned ? 'unicode_assigned(text)' : 'normalize(text, nfkd)';
  const { rows } = await database.systemPool.query<{ text: string; folded: string; known: boolean | string }>(
    `select text, ${known} as known, fold_text(text) as folded
      from (select value collate "${collation}" as text from unnest($1::text[]) as t (value)) texts`,
    [all],
  );
  expect(rows).toHaveLength(all.length);
  return rows
    .filter(({ text, known: found }) => found === true || found === text.normalize('NFKD'))
    .filter(({ text, folded }) => folded !== foldText(text))
    .map(({ text, folded }) => [text, folded, foldText(text)]);
}

test('PostgreSQL folds every character as the pages do', async () => {
  for (const batch of toBatches(texts)) expect(await listDifferent(batch, 'default')).toEqual([]);
});

test.each(['C', 'default', 'tr-TR-x-icu', 'de-x-icu'])(
  'it folds mixed texts alike in a database of %s',
  async (collation) => {
    expect(await listDifferent(mixed, collation)).toEqual([]);
  },
);

test('what it folds can stand in an index', async () => {
  const index = 'create index on folded (fold_text(name))';
  await runAsOwner(database.ownerUrl, `create temporary table folded (name text); ${index}`);
});
