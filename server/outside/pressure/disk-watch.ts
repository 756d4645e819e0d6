import type { Logger } from 'pino';
import { toKeptBytes } from '../../lib/disk-room.ts';
import type { Clock } from '../clock.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { DiskSpace } from './disk-space.ts';

export interface DiskWatch {
  isFull(): boolean;
  /** Whether files have to leave the rest of the disk to what assistants report. */
  isShort(): boolean;
  /** Reads the free space, and releases or makes the reserve; called once a second by `start`. */
  sample(): Promise<void>;
  /** Called where something could not be stored for want of space, also on a disk that is not seen from here. */
  reportFull(): Promise<void>;
  /** Samples until the returned function is called. */
  start(): () => void;
}

interface Options {
  readonly diskSpace: DiskSpace;
  readonly metrics: Pick<Metrics, 'recordPressure' | 'recordFreeDisk'>;
  readonly clock: Clock;
  readonly log: Logger;
}

const sampleMs = 1000;
/** For as long a full disk that is not seen from here is believed to be full; then one call finds out. */
const reportedMs = 30_000;

/** Watches the free space of the portal's disk, and keeps a reserve for what cannot wait. */
export function createDiskWatch({ diskSpace, metrics, clock, log }: Options): DiskWatch {
  const { reserveBytes } = diskSpace;
  let [isFull, isShort] = [false, false];
  /** The first sample asks for room for the reserve too, because a start on a full disk has just released it. */
  let isJudged = false;
  let reportedUntilMs = 0;
  let isSampling = false;

  const setFull = (next: boolean, freeBytes: number) => {
    if (next === isFull) return;
    isFull = next;
    // The room that was missing is there; a disk that is not seen from here never comes this way.
    if (!next) reportedUntilMs = 0;
    metrics.recordPressure('disk', next);
    if (next)
      log.error({ freeBytes, reserveBytes }, 'disk full: the reserve is released, reports and uploads are refused');
    else log.info({ freeBytes, reserveBytes }, 'the disk has room again');
  };

  const judge = async () => {
    const [freeBytes, owedBytes] = await Promise.all([diskSpace.readFree(), diskSpace.readOwed()]);
    metrics.recordFreeDisk(freeBytes, reserveBytes);
    isShort = freeBytes < toKeptBytes(reserveBytes);
    setFull(isDiskFull(isFull || !isJudged, { freeBytes, leastBytes: reserveBytes, owedBytes }), freeBytes);
    isJudged = true;
    if (isFull) await diskSpace.releaseReserve();
    else if (owedBytes > 0 && freeBytes >= owedBytes + reserveBytes) await diskSpace.keepReserve();
  };

  const sample = async () => {
    if (reserveBytes === 0 || isSampling) return;
    isSampling = true;
    try {
      await judge();
    } catch (error) {
      log.warn({ err: error }, 'free space not judged');
    } finally {
      isSampling = false;
    }
  };

  return {
    isFull: () => isFull || clock.now().getTime() < reportedUntilMs,
    isShort: () => isShort,
    sample,
    async reportFull() {
      reportedUntilMs = clock.now().getTime() + reportedMs;
      await sample();
    },
    start() {
      void sample();
      const timer = setInterval(() => void sample(), sampleMs).unref();
      return () => clearInterval(timer);
    },
  };
}

/** Room on a disk. */
export interface DiskRoom {
  readonly freeBytes: number;
  /** Below it only what cannot wait is stored. */
  readonly leastBytes: number;
  /** Bytes of the reserve file where it has to be made again; 0 where it is there, or there is none. */
  readonly owedBytes: number;
}

/** Above the bound at which the disk counts as full, so that it does not count as full again at once. */
const margin = 1.25;

/** Whether the disk counts as full: from too little room on until there is enough for the reserve and some more. */
export function isDiskFull(wasFull: boolean, { freeBytes, leastBytes, owedBytes }: DiskRoom): boolean {
  return wasFull ? freeBytes < leastBytes * margin + owedBytes : freeBytes < leastBytes;
}
