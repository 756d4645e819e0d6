import { expect, test } from 'vitest';
import { idempotencyKeys } from './database/schema/idempotency-keys.ts';
import { tidyUp } from './housekeeping.ts';
import { useTestPortal } from './testing/test-portal.ts';

const portal = useTestPortal();
const dayMs = 24 * 60 * 60 * 1000;

test('an idempotency key is forgotten after a week, not before', async () => {
  const { database, adapters, clock } = portal();
  const company = await portal().makeCompany();
  const insert = { key: 'made-today', operation: 'usersCreate', requestHash: 'x' };
  await database.withCompany(company.id, (tx) => tx.insert(idempotencyKeys).values(insert));
  const countKeys = () =>
    database.withCompany(company.id, (tx) => tx.select({ key: idempotencyKeys.key }).from(idempotencyKeys));
  const parts = { database, identity: adapters.identity, clock };
  clock.advance(6 * dayMs);
  await tidyUp(parts);
  expect(await countKeys()).toHaveLength(1);
  clock.advance(2 * dayMs);
  await tidyUp(parts);
  expect(await countKeys()).toHaveLength(0);
});
