import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { MaintenanceForm, maintenanceMaxMinutes } from '#features/company/contract/maintenance.ts';
import {
  disableMaintenanceInTransaction,
  enableMaintenanceInTransaction,
  type MaintenanceChange,
} from '#features/company/server/maintenance/maintenance.service.ts';
import {
  findMaintenance,
  findProvider,
  type StoredMaintenance,
} from '#features/company/server/maintenance/maintenance.repository.ts';
import type { SystemTransaction } from '../../sql/sql.ts';
import { systemClock } from '../../outside/clock.ts';
import { runCommand, UsageError, withDatabase } from '../run-command.ts';
import { toCommandLine } from '../../lib/command-line.ts';

const usage = `Usage: ${toCommandLine('maintenance', 'on [--until TIME|none] [--text WORDS]')}
       ${toCommandLine('maintenance', 'off')}
       ${toCommandLine('maintenance', 'status')}
Lets all portals of the installation be read only: changes and reports of assistants are answered 503 with Retry-After, reads and
sign-in go on, and jobs rest. It stays so, also over restarts, until it is off.
  --until  the time by which it is to end, like 2026-11-28T02:30 (UTC), or how long it is to take: 15m, 2h; users see it; none: not known
  --text   words for all users, at most 300 characters
Said once more while it is on, it changes what is named, and keeps the rest: --until none takes the time away, --text "" the words.
`;

const unitsMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** @returns undefined where nothing is said of it, null where the end is not known */
function parseUntil(until: string | undefined, now: Date): Date | null | undefined {
  if (until === undefined) return undefined;
  if (until === 'none') return null;
  const [, amount, unit] = /^([1-9]\d{0,3})([mhd])$/.exec(until) ?? [];
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?$/.test(until);
  const atMs =
    amount === undefined
      ? Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(until) ? until : `${until}Z`)
      : now.getTime() + Number(amount) * unitsMs[unit as keyof typeof unitsMs];
  if ((amount === undefined && !isTime) || Number.isNaN(atMs))
    throw new UsageError('--until must be a time like 2026-11-28T02:30, or 15m, 2h, 1d, or none.');
  if (atMs <= now.getTime()) throw new UsageError('--until must be a time to come.');
  if (atMs > now.getTime() + maintenanceMaxMinutes * 60_000) throw new UsageError('--until must be within a week.');
  return new Date(atMs);
}

function parseArguments(now: Date) {
  const options = { until: { type: 'string' }, text: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [step, ...others] = positionals;
  if ((step !== 'on' && step !== 'off' && step !== 'status') || others.length > 0)
    throw new UsageError('Say on, off or status.');
  if (step !== 'on' && Object.keys(values).length > 0) throw new UsageError('--until and --text belong to on.');
  const { error } = MaintenanceForm.shape.message.safeParse(values.text);
  if (error) throw new UsageError(`--text: ${error.issues[0]?.message ?? ''}`);
  return {
    step,
    until: parseUntil(values.until, now),
    message: values.text === undefined ? undefined : values.text || null,
  };
}

function describe(present: StoredMaintenance | undefined): string {
  if (!present) return 'Maintenance is off: changes are allowed.';
  const { beganAt, expectedUntil, message } = present;
  const until = expectedUntil ? `, announced until ${expectedUntil.toISOString()}` : '';
  return `Maintenance is on since ${beganAt.toISOString()}${until}${message === null ? '' : `: ${message}`}`;
}

/** The change in the log of the provider's company, where there is one. */
async function toChange(tx: SystemTransaction, now: Date): Promise<MaintenanceChange> {
  const provider = await findProvider(tx);
  const actor = { accountId: null, name: 'Operator of the portal', email: '' };
  return { now, author: provider && { companyId: provider.id, actor, requestId: randomUUID() } };
}

function maintain(stop: AbortSignal): Promise<number> {
  const now = systemClock.now();
  const { step, until, message } = parseArguments(now);
  return withDatabase({ stop }, async ({ database }) => {
    const line = await database.inSystem('maintenance.set', async (tx) => {
      if (step === 'status') return describe(await findMaintenance(tx));
      const change = await toChange(tx, now);
      if (step === 'off') {
        const wasOn = await disableMaintenanceInTransaction(tx, change);
        return wasOn ? 'Maintenance is off: all portals allow changes within two seconds.' : describe(undefined);
      }
      const stored = await enableMaintenanceInTransaction(tx, { until, message }, change);
      return `${describe(stored)}\nAll portals deny changes within two seconds; calls and jobs that run then still end.`;
    });
    process.stdout.write(`${line}\n`);
    return 0;
  });
}

await runCommand(usage, maintain);
