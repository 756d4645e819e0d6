import { expect, test, vi } from 'vitest';
import { testPassword, useTestPortal } from '#server/testing/test-portal.ts';
import { shareConnections } from '#server/database/share-connections.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import { makeSender } from './testing/sender.ts';

const portal = useTestPortal({ LOG_LEVEL: 'silent' });
/** Other tests share the processor. */
const patience = { timeout: 10_000 };
const date = '2026-11-02T08:30:00.000Z';

/** A lock of the ledger, which every batch of the company waits for until `open` is called. */
async function closeLedger(companyId: string): Promise<() => Promise<void>> {
  let open: () => void = () => undefined;
  let closed: () => void = () => undefined;
  const isClosed = new Promise<void>((resolve) => (closed = resolve));
  const done = portal().database.withLedger(companyId, async (tx) => {
    await runSql(tx, 'select 1');
    closed();
    await new Promise<void>((resolve) => (open = resolve));
  });
  await isClosed;
  return () => {
    open();
    return done;
  };
}

test('a company with a hundred batches on their way keeps no other caller waiting', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const { secret } = await makeIntakeKey(portal(), id, { name: 'flood' });
  const other = await makeSender(portal());
  const openLedger = await closeLedger(id);
  const answers: Array<{ status: number; retryAfter: string | null }> = [];
  const flood = Array.from({ length: 100 }, async (_, index) => {
    const { status, headers } = await portal().call('/intake/conversations', {
      body: { conversations: [{ id: `c-${index}`, date }] },
      headers: { authorization: `Bearer ${secret}` },
    });
    answers.push({ status, retryAfter: headers.get('retry-after') });
  });
  // More than 33 do not fit: one in its transaction, the others waiting.
  await vi.waitFor(() => expect(answers.length).toBeGreaterThanOrEqual(67), patience);
  expect(answers.filter(({ retryAfter }) => !retryAfter)).toEqual([]);

  expect((await other.post({ conversations: [{ id: 'c', date }] })).status).toBe(200);
  expect((await portal().call('/users', { as: superAdmin })).status).toBe(200);
  const credentials = { email: superAdmin.email, password: testPassword };
  expect((await portal().call('/session/sign-in', { body: credentials })).status).toBe(200);
  expect((await other.postTo('/authorize', { skill: 'Leave', requestId: 'r-1' })).status).toBe(200);

  await openLedger();
  await Promise.all(flood);
  const stored = await portal().call('/intake/conversations', {
    body: {},
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(stored.status).toBe(200);
});

test('the intake uses no more connections than its own, whatever waits', async () => {
  const { database } = portal();
  const [one, other] = [await makeSender(portal()), await makeSender(portal())];
  const shared = shareConnections(database, 2);
  const started: string[] = [];
  const ends: Array<() => void> = [];
  const occupy = ({ companyId }: { companyId: string }) =>
    shared.inCompany(companyId, () => {
      started.push(companyId);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const held = [...Array.from({ length: 6 }, () => occupy(one)), occupy(other)];
  await vi.waitFor(() => expect(ends.length).toBe(2), patience);
  expect(database.connections.list().find(({ pool }) => pool === 'app')?.used).toBe(2);
  // The place of the first goes to the line of its own company, the next to the other company.
  ends[0]?.();
  ends[1]?.();
  await vi.waitFor(() => expect(started).toHaveLength(4), patience);
  expect(started.slice(2).sort()).toEqual([one.companyId, other.companyId].sort());
  for (let index = 2; index < 7; index += 1) {
    await vi.waitFor(() => expect(ends.length).toBeGreaterThan(index), patience);
    ends[index]?.();
  }
  await Promise.all(held);
});
