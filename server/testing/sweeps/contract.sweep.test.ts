import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestPortal } from '../test-portal.ts';
import { listEndpoints } from './endpoints.ts';
import { prepareSweeps } from './run-sweeps.ts';
import type { Sweeps } from './run-sweeps.ts';
import type { SweepReport } from './sweep-report.ts';

const portal = useTestPortal();
const timeout = 120_000;
let report: SweepReport;
let sweeps: Sweeps;

beforeAll(async () => {
  ({ report, sweeps } = await prepareSweeps(portal()));
});
afterAll(() => {
  process.stdout.write(`${String(report)}\n`);
});

/** Runs one sweep; a sweep that asked next to nothing of an endpoint was not derived from the contract. */
async function expectNothingUnexpected(sweep: keyof Sweeps, leastCells: number) {
  const [cellsBefore, unexpectedBefore] = [report.cells, report.unexpected.length];
  await sweeps[sweep]();
  expect(report.unexpected.slice(unexpectedBefore)).toEqual([]);
  expect(report.cells - cellsBefore).toBeGreaterThan(leastCells);
}

test('every endpoint lets in exactly whom the capability table lets in', { timeout }, () =>
  expectNothingUnexpected('access', listEndpoints().length * 20),
);

test('another company’s ids are answered like unknown ones and change nothing there', { timeout }, () =>
  expectNothingUnexpected('foreignIds', 20),
);

test('every wrong body is refused by name, and nobody hears of it who is not signed in', { timeout }, () =>
  expectNothingUnexpected('bodies', listEndpoints().filter(({ body }) => body).length * 30),
);

test('no method, spelling, id, query or foreign page finds a way around', { timeout }, () =>
  expectNothingUnexpected('addresses', listEndpoints().length * 20),
);
