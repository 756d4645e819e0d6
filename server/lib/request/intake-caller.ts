import type { Suspension } from './suspension.ts';

/** An assistant that reports with an intake key, and the one company it reports for. */
export interface IntakeCaller {
  readonly companyId: string;
  /** The company's zone with its changes (`zone-names.ts` of the contract), in which days and months are counted. */
  readonly timeZone: string;
}

/** The key by which a portal with the demo sends conversations of past months to itself. */
export const historyKeyName = 'Demo history';

/** The intake caller of a key, with what decides about paid features. */
export interface KnownIntakeCaller extends IntakeCaller {
  readonly keyId: string;
  readonly keyName: string;
  /** Suspension of its company, including one that has not started yet. */
  readonly suspension: Suspension | null;
}
