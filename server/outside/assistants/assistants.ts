import type { TestStep } from '#contract/integrations/health.ts';
import type { IdentifierField, VendorKey } from '#contract/integrations/vendors.ts';

/** What a connection is tried with; which fields are there follows from the service. */
export interface ConnectionTarget {
  readonly vendor: VendorKey;
  readonly service: string;
  readonly url?: string | undefined;
  readonly hostname?: string | undefined;
  readonly port?: number | undefined;
  /** The SAP client; three digits. */
  readonly client?: string | undefined;
  readonly username?: string | undefined;
  readonly password: string;
  readonly identifiers: Partial<Record<IdentifierField, string>>;
}

export interface StepOutcome {
  readonly step: TestStep;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** What a person reads; nothing of what the other side answered, and no secret. */
  readonly message: string;
}

/** Tries a connection within six seconds. Never throws for anything that the other side does. */
export type TestConnection = (target: ConnectionTarget) => Promise<readonly StepOutcome[]>;
