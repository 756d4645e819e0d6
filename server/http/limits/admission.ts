import type { EndpointMeta } from '#contract/endpoint.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { Clock } from '../../outside/clock.ts';
import type { Metrics } from '../../outside/metrics/metrics.ts';

/**
 * Throws where the call can wait and the portal has no room for it now, and for a change during a maintenance. After a start a change
 * waits a little until it is known whether there is one.
 */
export type Admit = (meta: Pick<EndpointMeta, 'deferrable' | 'goesOn'>, method: string) => Promise<void> | void;

interface Pressure {
  readonly isOverloaded: () => boolean;
  readonly isDiskFull: () => boolean;
  /** Whether files have to leave the rest of the disk to what assistants report. */
  readonly isDiskShort: () => boolean;
  readonly maintenance: Maintained;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'recordShed'>;
}

interface Maintained {
  /** False until it was looked up after a start. */
  isKnown(): boolean;
  /** Waits until then, at most so long. */
  waitUntilKnown(mostMs: number): Promise<void>;
  find(): { readonly message: string | null; readonly expectedUntil: Date | null } | undefined;
}

/** Longer than the watch needs to see that the load is gone. */
const overloadedSeconds = 5;
/** 503 and not 507, because exporters of OpenTelemetry and other clients repeat after 503 alone. */
const diskFullSeconds = 30;

/**
 * Refuses what can wait before anything of it is read or looked up, so that sign-in, decisions and the work of signed-in
 * users keep what is left.
 */
export function createAdmission(pressure: Pressure): Admit {
  const { isOverloaded, isDiskFull, isDiskShort, maintenance, clock, metrics } = pressure;
  const refuseUnderPressure = (kind: EndpointMeta['deferrable']) => {
    if (!kind) return;
    if (isDiskFull() || (kind === 'upload' && isDiskShort())) {
      metrics.recordShed(kind, 'disk');
      throw new Problem('service.disk-full', { retryAfterSeconds: diskFullSeconds });
    }
    if (!isOverloaded()) return;
    metrics.recordShed(kind, 'loop');
    throw new Problem('service.overloaded', { retryAfterSeconds: overloadedSeconds });
  };
  const refuse = (kind: EndpointMeta['deferrable'], isChange: boolean) => {
    if (isChange) refuseInMaintenance(maintenance, clock.now());
    refuseUnderPressure(kind);
  };
  const refuseOnceKnown = async (kind: EndpointMeta['deferrable']) => {
    await maintenance.waitUntilKnown(mostWaitMs);
    refuse(kind, true);
  };
  return ({ deferrable, goesOn = false }, method) => {
    const isChange = method !== 'GET' && !goesOn;
    return isChange && !maintenance.isKnown() ? refuseOnceKnown(deferrable) : refuse(deferrable, isChange);
  };
}

/** A portal that serves knows it about a second after its database is prepared. */
const mostWaitMs = 2000;

/** A caller asks again at least once a minute, because a maintenance can end before its time. */
const [leastRetrySeconds, mostRetrySeconds] = [5, 60];

function refuseInMaintenance({ isKnown, find }: Maintained, now: Date): void {
  if (!isKnown())
    throw new Problem('service.unavailable', { detail: 'maintenance not looked up yet', retryAfterSeconds: 1 });
  const present = find();
  if (!present) return;
  const { message, expectedUntil } = present;
  const leftSeconds = expectedUntil ? Math.ceil((expectedUntil.getTime() - now.getTime()) / 1000) : mostRetrySeconds;
  const retryAfterSeconds = Math.min(Math.max(leftSeconds, leastRetrySeconds), mostRetrySeconds);
  throw new Problem('service.maintenance', { retryAfterSeconds, ...(message !== null && { reason: message }) });
}
