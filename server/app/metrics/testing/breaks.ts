import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordUpkeepRun } from '../../../records/upkeep-runs.repository.ts';
import { certificatesMs } from '../stored-facts.ts';
import {
  addCertificate,
  advance,
  blockLoop,
  callSlowly,
  checkChains,
  deleteJobs,
  enqueueMail,
  hour,
  inCompany,
  maintain,
  makeKey,
  mib,
  minute,
  noteArchive,
  passTime,
  recordBackup,
  report,
  second,
  skipVerification,
  slowBurns,
  takeAway,
  times,
  toConversation,
  untilJob,
  untilRow,
  whileLocked,
  withPressure,
  type Break,
} from './break-kit.ts';

/** Each alert by a thing that is really broken. What moves the clock comes last. */
export const breaks: readonly Break[] = [
  { alerts: ['StewardBackupNever'], run: async (world) => () => recordBackup(world, {}) },
  { alerts: slowBurns, isTimed: true, run: callSlowly },
  {
    alerts: ['StewardInternalErrors'],
    async run(world) {
      const mend = await takeAway(world, 'skills');
      await world.portal.call('/skills', { as: world.superAdmin });
      return mend;
    },
  },
  {
    alerts: ['StewardIntakeFails', 'StewardInternalErrors'],
    async run(world) {
      const mend = await takeAway(world, 'reported_users');
      await report(world);
      return mend;
    },
  },
  {
    alerts: ['StewardIntakeRejects'],
    run: async (world) =>
      void (await report(
        world,
        Array.from({ length: 120 }, () => ({ id: randomUUID(), date: 'no date' })),
      )),
  },
  {
    alerts: ['StewardIntakeBusy'],
    async run(world) {
      const large = [{ ...toConversation(world.portal), text: 'x'.repeat(7 * mib) }];
      await times(3, () => report(world, large));
      await times(8, () => report(world));
      return async () => world.portal.clock.advance(61 * second);
    },
  },
  {
    alerts: ['StewardIntakeStalls'],
    async run(world) {
      let ended: Promise<unknown> = Promise.resolve();
      const locking = Promise.withResolvers<() => Promise<unknown>>();
      const locked = whileLocked(world, 'reported_users', async (release) => {
        ended = report(world);
        const done = Promise.withResolvers<void>();
        locking.resolve(async () => {
          await release();
          done.resolve();
        });
        await done.promise;
      });
      const release = await locking.promise;
      await untilRow(
        world,
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      world.portal.clock.advance(40 * second);
      return async () => {
        await release();
        await Promise.all([locked, ended]);
      };
    },
  },
  {
    alerts: ['StewardDeriveLags'],
    async run(world) {
      const due = new Date(world.portal.clock.now().getTime() - 10 * minute);
      const values = `('t', 's', $1, '{}', $1)`;
      await inCompany(world, `insert into spans (trace_id, span_id, started_at, facts, due_at) values ${values}`, [
        due,
      ]);
      return () => inCompany(world, 'delete from spans');
    },
  },
  { alerts: ['StewardOverloaded'], run: withPressure({ loopDelayMs: 10_000 }) },
  { alerts: ['StewardDiskFull', 'StewardDiskShort'], run: withPressure({ freeBytes: mib }) },
  { alerts: ['StewardDiskShort'], run: withPressure({ freeBytes: 100 * mib }) },
  { alerts: ['StewardDiskFills'], moving: ['steward_disk_free_bytes'], run: withPressure({ freeBytes: 49_900 * mib }) },
  { alerts: ['StewardLoopSlow'], isTimed: true, run: blockLoop },
  {
    alerts: ['StewardDatabaseDown'],
    async run({ setDatabase }) {
      await setDatabase(false);
      return () => setDatabase(true);
    },
  },
  {
    alerts: ['StewardPoolExhausted'],
    async run(world) {
      const { database } = world.portal;
      const gate = Promise.withResolvers<void>();
      const work = () => database.inCompany(world.superAdmin.companyId, () => gate.promise);
      const all = Array.from({ length: 12 }, work);
      return () => {
        gate.resolve();
        return Promise.all(all);
      };
    },
  },
  { alerts: ['StewardFactsUnread'], run: (world) => takeAway(world, 'upkeep_runs') },
  {
    alerts: ['StewardMailFails'],
    async run(world) {
      world.mailServer.atRecipient = 451;
      await enqueueMail(world);
      await untilJob(world, 'retry');
      return () => deleteJobs(world);
    },
  },
  {
    alerts: ['StewardMailFails', 'StewardJobGivenUp'],
    async run(world) {
      world.mailServer.atRecipient = 451;
      await enqueueMail(world, true);
      await untilJob(world, 'failed');
      delete world.mailServer.atRecipient;
      return () => deleteJobs(world);
    },
  },
  {
    alerts: ['StewardBackupFailed'],
    run: (world) => recordBackup(world, { file: null, error: 'no space left on device' }),
  },
  {
    alerts: ['StewardFilesFail'],
    async run({ portal, superAdmin: { companyId } }) {
      const folder = join(portal.dataDir, 'files');
      await rename(folder, `${folder}-before`);
      await writeFile(folder, '');
      const address = { companyId, key: 'a'.repeat(22) };
      await portal.adapters.files.put(address, Buffer.from('x'), 'text/plain').catch(() => undefined);
      return async () => {
        await rename(folder, `${folder}-broken`);
        await rename(`${folder}-before`, folder);
      };
    },
  },
  {
    alerts: ['StewardIntegrationBroken'],
    async run(world) {
      await inCompany(
        world,
        `insert into integrations (unique_id, name, provider, service, service_name, category, password, tested_at, test_ok, broken_at)
          values ('u', 'SAP', 'SAP', 'erp', 'SAP', 'ERP', '\\x00', now(), false, now())`,
      );
      return () => inCompany(world, 'delete from integrations');
    },
  },
  {
    alerts: ['StewardErasureWaits'],
    async run(world) {
      const at = new Date(world.portal.clock.now().getTime() - 25 * hour);
      await inCompany(
        world,
        `insert into erasures (id, kind, subject_id, requested_at) values ($1, 'person', $1, $2)`,
        [randomUUID(), at],
      );
      return () => inCompany(world, `update erasures set state = 'done', finished_at = $1`, [world.portal.clock.now()]);
    },
  },
  {
    alerts: ['StewardAuditBroken'],
    async run(world) {
      const { clock, database } = world.portal;
      await makeKey(world);
      clock.advance(61 * minute);
      const { rows } = await database.systemPool.query('select company_id, mac from audit_heads');
      await database.systemPool.query(`update audit_heads set mac = '\\x00'`);
      await checkChains(world);
      return async () => {
        for (const { company_id: id, mac } of rows)
          await database.systemPool.query('update audit_heads set mac = $2 where company_id = $1', [id, mac]);
        await checkChains(world);
      };
    },
  },
  {
    // Jobs wait and reports are denied meanwhile, of which nothing else fires.
    alerts: ['StewardMaintenanceLong'],
    stopped: ['steward_audit_chain_checked_timestamp_seconds'],
    run: maintain,
  },
  {
    alerts: ['StewardAuditUnchecked'],
    stopped: ['steward_audit_chain_checked_timestamp_seconds'],
    run: advance(2 * hour),
  },
  {
    alerts: ['StewardIndexLags'],
    async run(world) {
      await report(world);
      world.portal.clock.advance(20 * minute);
    },
  },
  {
    alerts: ['StewardMailWaits'],
    // Its failure is counted before the first scrape, so that it is not one of those that go on.
    async prepare(world) {
      world.mailServer.atRecipient = 451;
      await enqueueMail(world);
      await untilJob(world, 'retry');
    },
    async run(world) {
      world.portal.clock.advance(20 * minute);
      return () => deleteJobs(world);
    },
  },
  {
    alerts: ['StewardJobWaits'],
    async run(world) {
      const mend = await takeAway(world, 'log_imports');
      const { database, adapters } = world.portal;
      const payload = { companyId: world.superAdmin.companyId, importId: randomUUID() };
      await database.inSystem('operations.retry-jobs', (tx) => adapters.jobs.enqueue(tx, 'company.import', payload));
      await untilJob(world, 'retry');
      world.portal.clock.advance(3 * hour);
      await checkChains(world);
      return async () => {
        await mend();
        await deleteJobs(world);
      };
    },
  },
  {
    alerts: ['StewardCertificateEnds'],
    async run(world) {
      await addCertificate(world);
      world.portal.clock.advance(certificatesMs);
    },
  },
  {
    alerts: ['StewardCertificateEnded'],
    async run(world) {
      await passTime(world, 49 * hour);
      return async () => {
        await inCompany(world, 'delete from sign_in_providers');
        world.portal.clock.advance(certificatesMs);
      };
    },
  },
  { alerts: ['StewardBackupUnverified'], run: skipVerification },
  {
    alerts: ['StewardBackupOld'],
    async run(world) {
      world.portal.clock.advance(27 * hour);
      await checkChains(world);
    },
  },
  {
    alerts: ['StewardOverwriteWaits'],
    async run(world) {
      await passTime(world, 31 * 24 * hour);
      const run = { name: 'overwrite', endedAt: world.portal.clock.now(), faults: 0 };
      return () => world.portal.database.inSystem('upkeep.record', (tx) => recordUpkeepRun(tx, run));
    },
  },
  { alerts: ['StewardArchiveStalls'], run: async (world) => noteArchive(world, 'log', 20 * minute) },
  { alerts: ['StewardArchiveBaseOld'], run: async (world) => noteArchive(world, 'base', 52 * hour) },
];
