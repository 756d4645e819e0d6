import type { DeferrableWork } from '#contract/endpoint.ts';
import type { ConnectionCounts } from '../../lib/connection-counts.ts';
import type { RegisteredMetrics } from './registered-metrics.ts';

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
  /** Bytes that are free on the disk of the data folder, and those that are kept as its reserve. */
  recordFreeDisk(bytes: number, reserveBytes: number): void;
  /** The begin or end of a time in which such calls are refused. */
  recordPressure(reason: PressureReason, isPresent: boolean): void;
  /** Another event that the catalogue counts (`contract/metrics`). */
  count: RegisteredMetrics['count'];
}

export interface BackupFacts {
  readonly startedAt: Date;
  readonly bytes: number | null;
  readonly isVerified: boolean;
}

/** Jobs of a queue in one state. */
export interface JobFacts {
  readonly queue: string;
  readonly state: string;
  readonly count: number;
  readonly oldestAt: Date;
  /** When the first of them is due. */
  readonly nextAt: Date;
}

/** Facts of the database, read at a scrape. */
export interface StoredFacts {
  readonly jobs: readonly JobFacts[];
  /** The last backup that has a file; none before the first. */
  readonly backup?: BackupFacts;
  /** Whether the last backup that was tried has a file without a fault. */
  readonly isLastBackupGood?: boolean;
}

/** Values of one scrape. */
export interface ScrapedFacts {
  readonly now: Date;
  readonly isDatabaseUp: boolean;
  readonly connections: ReturnType<ConnectionCounts['list']>;
  /** Undefined while the database is away. */
  readonly stored: StoredFacts | undefined;
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
  count: () => undefined,
};
