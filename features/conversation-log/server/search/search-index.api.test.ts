import { expect, test } from 'vitest';
import { createWorkerPool } from '#server/lib/concurrency/worker-pool.ts';
import { shrinkMonths } from '#domain/search/compact-month.service.ts';
import { indexWaiting } from '#domain/search/search-index-passes.ts';
import { claimIndex } from '#domain/search/search-pending.repository.ts';
import { toMonth } from '#domain/search/search-settings.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { createSearchKit } from './testing/search-kit.ts';

const portal = useTestPortal();
const { findIds, index, makeReporter, parts, report, search, settle } = createSearchKit(portal);

test('until it is indexed a conversation is not found, and the answer says so', async () => {
  const reporter = await makeReporter();
  await index();
  await report(reporter, { id: 'late', texts: ['invoice'] });
  const before = await search(reporter.superAdmin, 'invoice');
  expect(before).toMatchObject({ size: 0, search: { indexedUntil: expect.any(String) as string } });
  await index();
  expect(await search(reporter.superAdmin, 'invoice')).toMatchObject({ size: 1, search: { indexedUntil: null } });
});

test('a conversation that grows, changes or moves to another month is found as it is now, once', async () => {
  const reporter = await makeReporter();
  const grown = (texts: string[], daysAgo = 3) => report(reporter, { id: 'growing', daysAgo, texts });
  await grown(['first']);
  await index();
  await grown(['first', 'second']);
  await index();
  expect(await findIds('first', reporter.superAdmin)).toEqual(['growing']);
  expect(await findIds('second', reporter.superAdmin)).toEqual(['growing']);
  portal().clock.advance(1000);
  await grown(['first', 'second'], 80);
  await index();
  expect(await findIds('first second', reporter.superAdmin)).toEqual(['growing']);
});

const countSegments = (companyId: string) =>
  portal().database.inCompany(companyId, async (tx) => {
    const text =
      'select coalesce(sum(conversations - cardinality(removed)), 0)::int as held, count(*)::int as count from search_segments';
    return (await runSql<{ held: number; count: number }>(tx, text))[0];
  });

test('a deleted conversation is not found at once, and leaves the index with the next pass', async () => {
  const reporter = await makeReporter();
  await report(reporter, { id: 'a', texts: ['invoice'] }, { id: 'b', texts: ['invoice'] });
  await index();
  await portal().database.withLedger(reporter.companyId, async (tx) => {
    await runSql(
      tx,
      `with gone as (delete from conversation_partitions p using conversations c
      where c.id = p.id and c.external_id = 'a' returning p.id),
      deleted as (delete from messages where conversation_id in (select id from gone)),
      pending as (insert into search_pending (changed) select array_agg(id) from gone)
      delete from conversations where id in (select id from gone)`,
    );
  });
  expect(await findIds('invoice', reporter.superAdmin)).toEqual(['b']);
  expect(await countSegments(reporter.companyId)).toMatchObject({ held: 2 });
  await index();
  expect(await findIds('invoice', reporter.superAdmin)).toEqual(['b']);
  expect(await countSegments(reporter.companyId)).toMatchObject({ held: 1 });
});

test('many small reports end in few segments, with each conversation once', async () => {
  const reporter = await makeReporter();
  for (let place = 0; place < 40; place += 1) {
    await report(reporter, { id: `${place % 30}`, texts: [`invoice ${place}`, `word${place % 30}`] });
    await index();
  }
  expect((await search(reporter.superAdmin, 'invoice')).size).toBe(30);
  expect(await findIds('word7', reporter.superAdmin)).toEqual(['7']);
  const segments = await countSegments(reporter.companyId);
  expect(segments?.held).toBe(30);
  expect(segments?.count).toBeLessThan(14);
});

/** Size in bytes of the table with the words of a company whose conversations are all of one month. */
const readTableSize = async (companyId: string) => {
  const text = 'select distinct pg_relation_size(tableoid)::int as bytes from search_words';
  const rows = await portal().database.inCompany(companyId, (tx) => runSql<{ bytes: number }>(tx, text));
  expect(rows).toHaveLength(1);
  return rows[0]?.bytes ?? 0;
};

test('merging the segments of a month that is over leaves its table smaller', async () => {
  const reporter = await makeReporter();
  for (let place = 0; place < 15; place += 1) {
    const words = Array.from({ length: 200 }, (_, word) => `word${place}x${word}`);
    await report(reporter, { id: `${place}`, daysAgo: 300, texts: [words.join(' ')] });
    await index();
  }
  const before = await readTableSize(reporter.companyId);
  await settle();
  expect(await readTableSize(reporter.companyId)).toBeLessThan(before);
  expect(await countSegments(reporter.companyId)).toEqual({ held: 15, count: 1 });
  expect(await findIds('word7x7', reporter.superAdmin)).toEqual(['7']);
});

test('the table of a month that another transaction reads is left as it is, and has to be tried again', async () => {
  const reporter = await makeReporter();
  await report(reporter, { id: 'a', daysAgo: 330, texts: ['invoice'] });
  await index();
  const { database, clock } = portal();
  const month = toMonth(clock.now().getTime() - 330 * 86_400_000);
  await database.inCompany(reporter.companyId, async (tx) => {
    await runSql(tx, 'select count(*) from search_words');
    expect(await shrinkMonths(database, [month])).toEqual([month]);
  });
  await expect.poll(() => shrinkMonths(database, [month]), { timeout: 90_000 }).toEqual([]);
  expect(await findIds('invoice', reporter.superAdmin)).toEqual(['a']);
});

test('a change of the masking hides what was indexed before, until it is indexed again', async () => {
  const reporter = await makeReporter();
  const { superAdmin } = reporter;
  await report(reporter, { id: 'a', texts: ['the secretword of the invoice'] });
  await index();
  expect(await findIds('secretword', superAdmin)).toEqual(['a']);
  const { status } = await portal().call('/company/masking', {
    as: superAdmin,
    method: 'PUT',
    body: { shown: [], patterns: [{ name: 'word', pattern: 'secretword' }], version: 1 },
  });
  expect(status).toBe(200);
  const hidden = await search(superAdmin, 'secretword');
  expect(hidden).toMatchObject({ size: 0, search: { indexedFrom: expect.any(String) as string } });
  await index();
  expect(await findIds('secretword', superAdmin)).toEqual([]);
  expect(await findIds('invoice', superAdmin)).toEqual(['a']);
  expect(await search(superAdmin, 'invoice')).toMatchObject({ search: { indexedFrom: null } });
  expect(await countSegments(reporter.companyId)).toEqual({ held: 1, count: 1 });
});

test('conversations from before the index are indexed by the backfill', async () => {
  const reporter = await makeReporter();
  await report(reporter, { id: 'old', daysAgo: 200, texts: ['invoice'] }, { id: 'new', texts: ['invoice'] });
  await portal().database.withLedger(reporter.companyId, (tx) => runSql(tx, 'delete from search_pending'));
  await indexWaiting(parts(), (_, error) => {
    throw error;
  });
  expect(await findIds('invoice', reporter.superAdmin)).toEqual([]);
  await index();
  expect(await findIds('invoice', reporter.superAdmin)).toEqual(['new', 'old']);
});

test('an indexing that is interrupted is done again and doubles nothing', async () => {
  const reporter = await makeReporter();
  await report(reporter, { id: 'a', texts: ['invoice'] });
  const { database, adapters } = portal();
  let builds = 0;
  const workers = {
    ...adapters.workers,
    run: ((task, input, options) => {
      builds += 1;
      if (builds === 2) throw new Error('killed');
      return adapters.workers.run(task, input, options);
    }) as typeof adapters.workers.run,
  };
  const failed: unknown[] = [];
  await indexWaiting({ database, workers }, (companyId, error) => failed.push([companyId, (error as Error).message]));
  expect(failed).toEqual([[reporter.companyId, 'killed']]);
  expect(await countSegments(reporter.companyId)).toEqual({ held: 0, count: 0 });
  await Promise.all([index(), index()]);
  expect(await countSegments(reporter.companyId)).toEqual({ held: 1, count: 1 });
});

test('conversations are masked while no transaction is open, and what is reported meanwhile is found', async () => {
  const reporter = await makeReporter();
  const { companyId, superAdmin } = reporter;
  await report(reporter, { id: 'a', texts: ['invoice'] });
  const { database, adapters } = portal();
  const claims: boolean[] = [];
  const workers = {
    ...adapters.workers,
    run: (async (task, input, options) => {
      if (task.run.name === 'listConversationWords' && claims.length === 0) {
        const { isClaimed } = await database.inCompany(companyId, claimIndex);
        claims.push(isClaimed);
        await report(reporter, { id: 'a', texts: ['invoice', 'quotation'] }, { id: 'b', texts: ['quotation'] });
      }
      return adapters.workers.run(task, input, options);
    }) as typeof adapters.workers.run,
  };
  const onError = (_: string, error: unknown) => {
    throw error;
  };
  while ((await indexWaiting({ ...parts(), workers }, onError)) > 0);
  expect(claims).toEqual([true]);
  expect(await findIds('invoice', superAdmin)).toEqual(['a']);
  expect((await findIds('quotation', superAdmin)).toSorted()).toEqual(['a', 'b']);
  expect(await countSegments(companyId)).toMatchObject({ held: 2 });
});

test('a conversation that takes a worker too long is left out, and those beside it are found', async () => {
  const reporter = await makeReporter();
  const long = Array.from({ length: 20 }, (_, place) => `word${place} `.repeat(1500));
  await report(reporter, { id: 'short', texts: ['invoice'] }, { id: 'long', texts: ['invoice', ...long] });
  const workers = createWorkerPool({ maxRunMs: 1 });
  const onError = (_: string, error: unknown) => {
    throw error;
  };
  let passes = 0;
  while ((await indexWaiting({ ...parts(), workers }, onError)) > 0) passes += 1;
  await workers.close();
  expect(passes).toBe(2);
  expect(await findIds('invoice', reporter.superAdmin)).toEqual(['short']);
  expect(await search(reporter.superAdmin, 'invoice')).toMatchObject({ search: { indexedUntil: null } });
});
