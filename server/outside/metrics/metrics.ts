import type { DeferrableWork } from '#contract/endpoint.ts';
import type { ConnectionCounts } from '../../lib/connection-counts.ts';

/** Why work that can wait is refused. */
export type PressureReason = 'loop' | 'disk';

/** Names that a series may carry; all come from the code, none from a request or a person. */
export interface Metrics {
  /** An answered call of the API; `operation` is undefined where no endpoint has its path. */
  recordRequest(call: {
    readonly operation: string | undefined;
    readonly status: number;
    readonly seconds: number;
  }): void;
  /** An answered batch or export; `seconds` until its rows were durable. */
  recordIntake(report: {
    readonly channel: 'intake' | 'otlp';
    readonly accepted: number;
    readonly rejected: number;
    readonly seconds: number;
  }): void;
  recordDecision(decision: 'allow' | 'warn' | 'deny'): void;
  recordJob(queue: string, outcome: 'done' | 'retried' | 'given up'): void;
  /** `failed` is repeated later. */
  recordMail(outcome: 'sent' | 'refused' | 'failed'): void;
  /** A call that was refused because it can wait. */
  recordShed(kind: DeferrableWork, reason: PressureReason): void;
  /** Bytes that are free on the disk of the data folder. */
  recordFreeDisk(bytes: number): void;
  /** The begin or end of a time in which such calls are refused. */
  recordPressure(reason: PressureReason, isPresent: boolean): void;
}

export interface BackupFacts {
  readonly startedAt: Date;
  readonly bytes: number | null;
  readonly isVerified: boolean;
}

/** Values that are read at each scrape, by their label. */
export interface MetricReaders {
  readonly isDatabaseUp: () => Promise<boolean>;
  readonly countConnections: ConnectionCounts['list'];
  /** Jobs that wait, run or wait to be repeated, by queue; none while the database is away. */
  readonly countJobs: () => Promise<
    ReadonlyArray<{ readonly queue: string; readonly state: string; readonly count: number }>
  >;
  /** The last backup that has a file, and whether the last one that was tried has one without a fault; none before the first. */
  readonly findBackup: () => Promise<{ readonly made?: BackupFacts; readonly isLastGood?: boolean }>;
  readonly now: () => Date;
}

/** For a portal without a port for metrics. */
export const noMetrics: Metrics = {
  recordRequest: () => undefined,
  recordIntake: () => undefined,
  recordDecision: () => undefined,
  recordJob: () => undefined,
  recordMail: () => undefined,
  recordShed: () => undefined,
  recordFreeDisk: () => undefined,
  recordPressure: () => undefined,
};
