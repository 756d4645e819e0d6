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
    /** A change that was denied by a maintenance is no error. */
    readonly isInMaintenance: boolean;
    readonly seconds: number;
  }): void;
  /** An answered batch or export; `seconds` until its rows were durable. */
  recordIntake(report: {
    readonly channel: 'intake' | 'otlp';
    readonly accepted: number;
    readonly rejected: number;
    readonly seconds: number;
  }): void;
  /** A batch or export whose rows are not durable yet; the answer is called when it is answered. */
  beginIntake(): () => void;
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
  /** The begin or end of a maintenance, in which changes are denied. */
  recordMaintenance(isPresent: boolean): void;
  /** When the archive took all that waited, or its newest base began. */
  recordArchive(part: 'log' | 'base', at: Date): void;
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

/** Counts and ages of what waits in the database; null where nothing does, or it is not known. */
export interface WaitingFacts {
  /** When the oldest spans that are not derived were due. */
  readonly deriveSince: Date | null;
  /** When the oldest conversations that the search does not know were stored. */
  readonly indexSince: Date | null;
  readonly erasuresWaiting: number;
  readonly erasuresSince: Date | null;
  readonly integrationsBroken: number;
  readonly integrationsWorking: number;
  readonly integrationsUntested: number;
  /** When the first secret that a rotation replaced is no longer accepted. */
  readonly rotationEnds: Date | null;
  readonly auditCheckedAt: Date | null;
  readonly auditFaults: number | null;
  /** Erasures and deletions of companies since the tables were written anew. */
  readonly overwriteWaiting: number;
  readonly overwriteSince: Date | null;
}

/** Facts of the database, read at a scrape. */
export interface StoredFacts {
  readonly jobs: readonly JobFacts[];
  readonly waiting: WaitingFacts;
  /** Ends of the certificates of SAML issuers in use. */
  readonly certificateEnds: readonly Date[];
  /** The last backup that has a file; none before the first. */
  readonly backup?: BackupFacts;
  /** Whether the last backup that was tried has a file without a fault. */
  readonly isLastBackupGood?: boolean;
}

/** Values of one scrape. */
export interface ScrapedFacts {
  readonly now: Date;
  readonly isDatabaseUp: boolean;
  /** Whether a backup is made every day. */
  readonly isBackupScheduled: boolean;
  /** Whether backups are verified: not where they are encrypted for recipients, or BACKUP_VERIFY is 0. */
  readonly areBackupsVerified: boolean;
  /** Seconds since the oldest report arrived that this portal has not answered. */
  readonly oldestReportSeconds: number;
  readonly connections: ReturnType<ConnectionCounts['list']>;
  /** Undefined while the database is away. */
  readonly stored: StoredFacts | undefined;
}

/** For a portal without a port for metrics. */
export const noMetrics: Metrics = {
  recordRequest: () => undefined,
  recordIntake: () => undefined,
  beginIntake: () => () => undefined,
  recordDecision: () => undefined,
  recordJob: () => undefined,
  recordMail: () => undefined,
  recordShed: () => undefined,
  recordFreeDisk: () => undefined,
  recordPressure: () => undefined,
  recordMaintenance: () => undefined,
  recordArchive: () => undefined,
  count: () => undefined,
};
