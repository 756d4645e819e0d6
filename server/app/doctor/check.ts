import type pg from 'pg';
import type { DoctorCheck } from '#contract/doctor-checks.ts';
import type { Config } from '../../config/config.ts';
import type { Secrets } from '../../config/secrets.ts';
import type { Database } from '../../database/open-database.ts';
import type { RoleLogins } from '../../database/tenancy/roles.ts';
import type { Clock } from '../../outside/clock.ts';
import type { FileStore } from '../../outside/files/files.ts';
import type { MailCheck } from '../../outside/mail/mail.ts';
import type { DoctorProof } from '../../lib/crypto/doctor-proof.ts';

/** Outcome of a check, a sentence that says what to do; `left`: it could not look, and why. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'fault' | 'left';
  readonly text: string;
}

/** Finding of one check. */
export interface Line extends Finding {
  readonly check: string;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warning = (text: string): Finding => ({ level: 'warning', text });
export const fault = (text: string): Finding => ({ level: 'fault', text });
export const left = (text: string): Finding => ({ level: 'left', text });

/** The database as its owner, and as the system role. */
export interface DoctorDatabase extends Pick<Database, 'inSystem'> {
  /** Undefined in a portal, which has signed in by them. */
  readonly logins: RoleLogins | undefined;
  /** @throws the error of a database that can not be reached */
  readonly withOwner: <T>(work: (owner: pg.Client) => Promise<T>) => Promise<T>;
}

/** Parts that checks look at; the same in a running portal and in the command. */
export interface DoctorParts {
  readonly config: Config;
  readonly secrets: Pick<Secrets, 'key' | 'olderKeys'>;
  readonly clock: Clock;
  /** Undefined where the embedded one does not run. */
  readonly database: DoctorDatabase | undefined;
  readonly files: Pick<FileStore, 'put' | 'find' | 'delete'>;
  /** Undefined without a mail server. */
  readonly checkMail: (() => Promise<MailCheck>) | undefined;
  readonly doctorProof: DoctorProof;
  /** Bytes that are free on the disk of the data folder. */
  readonly readFree: () => Promise<number>;
  /** Whether a portal asks itself, so that its ports are its own. */
  readonly isPortal: boolean;
}

export type LightParts = Pick<DoctorParts, 'config' | 'clock' | 'database' | 'files' | 'checkMail'>;

/**
 * A kind of trial: its name in the output, and how it is run. A light one is also run as a portal starts, and whenever the page of
 * operations is read; the others call elsewhere, or read more.
 */
export type Check = {
  readonly id: DoctorCheck;
  /** Looked at by the command also where a portal runs: the settings of the next start, and the way to the portal. */
  readonly isOfCommand?: true;
} & (
  | { readonly isLight: true; readonly run: (parts: LightParts) => Promise<readonly Finding[]> }
  | { readonly isLight?: false; readonly run: (parts: DoctorParts) => Promise<readonly Finding[]> }
);
