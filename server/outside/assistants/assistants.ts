import type { TestStep } from '#features/integrations/contract/health.ts';
import type { IdentifierField } from '#features/integrations/contract/vendor-facts.ts';
import type { VendorKey } from '#features/integrations/contract/vendors.ts';

/** Address and credentials of a tested connection; which fields are there follows from the service. */
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
  /** Text for a person; nothing of the other side's answer, and no secret. */
  readonly message: string;
}

/** Tries a connection within six seconds. Never throws for anything that the other side does. */
export type TestConnection = (target: ConnectionTarget) => Promise<readonly StepOutcome[]>;
