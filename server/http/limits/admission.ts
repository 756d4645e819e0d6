import type { EndpointMeta } from '#contract/endpoint.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { Metrics } from '../../outside/metrics/metrics.ts';

/** Throws where the call can wait and the portal has no room for it now. */
export type Admit = (meta: Pick<EndpointMeta, 'deferrable'>) => void;

interface Pressure {
  readonly isOverloaded: () => boolean;
  readonly isDiskFull: () => boolean;
  /** Whether files have to leave the rest of the disk to what assistants report. */
  readonly isDiskShort: () => boolean;
  readonly metrics: Pick<Metrics, 'recordShed'>;
}

/** Longer than the watch needs to see that the load is gone. */
const overloadedSeconds = 5;
/** 503 and not 507, because exporters of OpenTelemetry and other clients repeat after 503 alone. */
const diskFullSeconds = 30;

/**
 * Refuses what can wait before anything of it is read or looked up, so that sign-in, decisions and the work of signed-in
 * users keep what is left.
 */
export function createAdmission({ isOverloaded, isDiskFull, isDiskShort, metrics }: Pressure): Admit {
  return ({ deferrable: kind }) => {
    if (!kind) return;
    if (isDiskFull() || (kind === 'upload' && isDiskShort())) {
      metrics.recordShed(kind, 'disk');
      throw new Problem('service.disk-full', { retryAfterSeconds: diskFullSeconds });
    }
    if (!isOverloaded()) return;
    metrics.recordShed(kind, 'loop');
    throw new Problem('service.overloaded', { retryAfterSeconds: overloadedSeconds });
  };
}
