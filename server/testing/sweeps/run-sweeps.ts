import type { TestPortal } from '../test-portal.ts';
import { listStrangers, makeExpiredToken } from './strangers.ts';
import { sweepAccess } from './sweep-access.ts';
import { sweepMalformedIds, sweepMethods, sweepOrigins, sweepQueries, sweepSpellings } from './sweep-addresses.ts';
import { sweepBodies } from './sweep-bodies.ts';
import { sweepForeignIds } from './sweep-foreign-ids.ts';
import { SweepReport } from './sweep-report.ts';
import { sweepVersions } from './saves/sweep-versions.ts';
import { makeSweepWorld } from './sweep-world.ts';

/** The sweeps, which run in any order and share one report. */
export interface Sweeps extends Readonly<
  Record<'access' | 'foreignIds' | 'bodies' | 'addresses', () => Promise<void>>
> {
  /** Answers which endpoints it left out. */
  readonly versions: () => Promise<string[]>;
}

/**
 * Every endpoint of the contract × every kind of wrong call, on an empty portal. `String(report)` is the line
 * `sweep: N cells, 0 unexpected`.
 */
export async function prepareSweeps(portal: TestPortal): Promise<{ report: SweepReport; sweeps: Sweeps }> {
  const expiredToken = await makeExpiredToken(portal);
  const world = await makeSweepWorld(portal);
  const strangers = await listStrangers(world, expiredToken);
  const report = new SweepReport(portal.url);
  const sweeps: Sweeps = {
    access: () => sweepAccess(report, world, strangers),
    foreignIds: () => sweepForeignIds(report, world),
    bodies: () => sweepBodies(report, world),
    versions: () => sweepVersions(report, world),
    addresses: async () => {
      await sweepMethods(report, world);
      await sweepSpellings(report);
      await sweepMalformedIds(report, world);
      await sweepQueries(report, world);
      await sweepOrigins(report, world);
    },
  };
  return { report, sweeps };
}
