/**
 * Place of a table's rows on a distributed PostgreSQL (decision 0051).
 * shard: with the other rows of their company, on the server of that company.
 * copied: on every server, read beside the rows of a company and written by the coordinator.
 * coordinator: there alone, because they belong to no company or a library brings them.
 */
export type Placement = 'shard' | 'copied' | 'coordinator';

/**
 * Effect of an erasure of a person on a column that can hold text.
 * erased: replaced, or its row is deleted. kept: stays, with the reason. none: holds no person's text.
 */
type PersonText = 'erased' | 'none' | { readonly kept: string };

/**
 * Rows of a company where it alone is restored from a backup into an installation that goes on (decision 0100).
 * replaced: by those of the backup. kept: those of today stay, so that neither rights nor what others rely on, such as papers and
 * proofs, go back; those of the backup only return where the company is gone. added: those of today stay, and what is missing returns
 * without a way in. left: never returns.
 */
export type Restored = 'replaced' | 'kept' | 'added' | 'left';

/** A table of the schema public. One of companies, which is not on the coordinator alone, is behind the wall. */
export type TableFacts = Facts & (OfCompanies | OfNone);

interface OfCompanies {
  /** A table whose unique keys do not all begin with company_id can not be in a shard. */
  readonly place: 'shard' | 'copied';
  readonly restored: Restored;
}

interface OfNone {
  readonly place: 'coordinator';
  /** Given where some of its rows name a company. */
  readonly restored?: Restored;
}

interface Facts {
  /** Effect of an erasure of a person, by column that can hold text; a test compares them with the catalogue. */
  readonly person?: Readonly<Record<string, PersonText>>;
  /** Columns that an export of the company leaves out, with the reason that the export gives. */
  readonly withheld?: Readonly<Record<string, string>>;
  /** Whether an export of the company leaves out the whole table; `not-included.ts` of the archive says so and why. */
  readonly isLeftOut?: true;
  /** Whether it is the provider's alone: transactions of the company neither read nor write it. */
  readonly isOfProvider?: true;
  /**
   * A statement that inserts a row for a bound company that has a user and the rows of the tables before it; `{id}` stands for
   * one UUID. Tests fill every table by it.
   */
  readonly example?: string;
}

export const acting = { kept: 'who did it, as in the audit log' };
export const auditLog = { kept: 'the log is sealed, and proves what was done' };
export const billing = { kept: 'by tax law' };
export const ofCompany = { kept: 'a text of the company about itself' };

export const secret = 'Secret: it would let its reader act as the company or its assistant.';
/** For what the provider notes about a company. */
export const ofProvider = 'Of the bookkeeping of the provider.';
export const technical = 'A copy of answers of the portal, which may contain secrets; deleted after a week.';
