import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDistributedRun } from '../../database/testing/test-server.ts';
import { useTestPortal } from '../test-portal.ts';
import { listEndpoints } from './endpoints.ts';
import { prepareSweeps, type Sweeps } from './run-sweeps.ts';
import type { SweepReport } from './sweep-report.ts';

const portal = useTestPortal();
/* A thousand calls, each a transaction of three servers of this machine where the database is distributed. */
const timeout = isDistributedRun ? 1_800_000 : 600_000;
let report: SweepReport;
let sweeps: Sweeps;

beforeAll(async () => {
  ({ report, sweeps } = await prepareSweeps(portal()));
});
afterAll(() => {
  process.stdout.write(`${String(report)}\n`);
});

/** Runs one sweep and expects a least number of cells, because a sweep with few cells misses endpoints. */
async function expectNothingUnexpected(sweep: keyof Sweeps, leastCells: number) {
  const [cellsBefore, unexpectedBefore] = [report.cells, report.unexpected.length];
  const left = await sweeps[sweep]();
  expect(report.unexpected.slice(unexpectedBefore)).toEqual([]);
  expect(report.cells - cellsBefore).toBeGreaterThan(leastCells);
  return left;
}

/** Endpoints that declare `record.stale` and are no saves of a record over a version, with the reason. */
const noSaves: Readonly<Record<string, string>> = {
  invoicesCredit: 'answers the credit note, not the invoice whose version it takes; credit.api.test.ts',
  limitRequestsDecide: 'takes no version: a request is decided once',
  paymentsAssign: 'the example names no invoice that is owed; the entry is locked and compared as for paymentsSetAside',
  reportedNamesMapUser: 'takes no version: the last choice counts',
  reportedNamesMapValue: 'takes no version: the last choice counts',
  skillsDelete: 'answers no record',
};

test('every endpoint allows exactly the callers of the capability table', { timeout }, () =>
  expectNothingUnexpected('access', listEndpoints().length * 20),
);

test('another company’s ids are answered like unknown ids and change nothing', { timeout }, () =>
  expectNothingUnexpected('foreignIds', 20),
);

test('every wrong body is refused with its fields, after the caller is checked', { timeout }, () =>
  expectNothingUnexpected('bodies', listEndpoints().filter(({ body }) => body).length * 30),
);

test(
  'a save of another version is refused with the record as it stands, and of parallel saves one is written',
  { timeout },
  async () => {
    const left = await expectNothingUnexpected('versions', 60);
    expect(left?.toSorted()).toEqual(Object.keys(noSaves).toSorted());
  },
);

test('wrong methods, spellings, ids, queries and origins are refused', { timeout }, () =>
  expectNothingUnexpected('addresses', listEndpoints().length * 20),
);
