import type { Capability } from '#contract/capabilities.ts';
import type { ProblemCode } from '#contract/problems.ts';

/**
 * The filters that rows are found by: those of the log with its range, a range alone, a month, the owners of the costs of a month, the requests of a month, those of the
 * audit log, those of the lists of users, integrations, skills and invoices, some companies, or some days (`export-filters.ts`).
 */
export type RowFilterName =
  | 'log'
  | 'range'
  | 'month'
  | 'costs'
  | 'requests'
  | 'audit'
  | 'users'
  | 'companies'
  | 'integrations'
  | 'skills'
  | 'invoices'
  | 'days';

/**
 * Rows that are downloaded or prepared as a file: all that is known of them but how they are read (`server/app/sources/row-sources.ts`).
 * Their endpoint, the form of a prepared file, their audit entry, their words on screens and in mails follow. Data alone, because
 * the browser reads it too.
 */
export interface RowKindFacts {
  /** On screens, in mails and in the audit log. */
  readonly label: string;
  readonly filter: RowFilterName;
  /** The start of the name of its file, and the end of its endpoint's address. */
  readonly fileName: string;
  /** The summary of its endpoint `exports.list…`; without one another part of the contract has its endpoint. */
  readonly summary?: string;
  /** Problems of its endpoint beside those of every download. */
  readonly problems?: readonly ProblemCode[];
  /** The capability without which there are no rows; undefined where every signed-in person has some. */
  readonly needed: Capability | undefined;
  /** Further capabilities on which the rows depend. */
  readonly capabilities: readonly Capability[];
  /** The record of its audit entry, whose action is `kind.export`. */
  readonly entity: string;
  /** Whether its texts are masked by the settings of the company. */
  readonly isMasked: boolean;
  /** Whether its rows name users of the company as they are now, so that the deletion of a user withdraws its files. */
  readonly namesUsers: boolean;
  /** Its rows are of several companies, so that neither a file nor the audit log of another company than the provider may hold them. */
  readonly isOfProvider?: true;
}
