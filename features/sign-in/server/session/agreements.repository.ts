import type { Database } from '#server/database/open-database.ts';
import { systemStatement } from '#server/sql/statement.ts';
import { instant, text, uuid } from '#server/sql/types.ts';

const documents = `unnest(array['termsConditions', 'dataProcessing']) document`;

/** Stores the accepted documents with their version and the time; a later sign-up replaces them. */
export const createAgreements = systemStatement.run({
  text: `
    insert into agreements (account_id, document, version, accepted_at, company_id)
    select $accountId, document, $version, $now, $companyId from ${documents}
    on conflict (account_id, document, version)
    do update set accepted_at = excluded.accepted_at, company_id = excluded.company_id`,
  params: { accountId: uuid, companyId: uuid, version: text, now: instant },
});

/** Stores what a person accepted who signed up at a company's user pool and has no account here. */
export const createPoolAgreements = systemStatement.run({
  text: `
    insert into pool_agreements (company_id, subject, email, document, version, accepted_at)
    select $companyId, $subject, $email, document, $version, $now from ${documents}
    on conflict do nothing`,
  params: { companyId: uuid, subject: text, email: text, version: text, now: instant },
});

const deletePoolAgreementsStatement = systemStatement({
  text: `
    delete from pool_agreements where company_id = $companyId and subject = $subject
    returning document, version, accepted_at as "acceptedAt"`,
  params: { companyId: uuid, subject: text },
  row: { document: text, version: text, acceptedAt: instant },
});

const createAgreementStatement = systemStatement({
  text: `
    insert into agreements (account_id, document, version, accepted_at, company_id)
    values ($accountId, $document, $version, $acceptedAt, $companyId)
    on conflict (account_id, document, version) do nothing`,
  params: { accountId: uuid, document: text, version: text, acceptedAt: instant, companyId: uuid },
});

interface PoolPerson {
  readonly companyId: string;
  /** Subject of the person at the pool. */
  readonly subject: string;
  readonly accountId: string;
}

/**
 * Moves what a person accepted at the sign-up at a pool to the account that it is linked to. At every sign-in there, so that
 * it is made up for where it failed after the link.
 */
export async function linkPoolAgreements(
  database: Pick<Database, 'inSystem'>,
  { companyId, subject, accountId }: PoolPerson,
): Promise<void> {
  await database.inSystem('session.pool-agreements', async (tx) => {
    for (const accepted of await tx.list(deletePoolAgreementsStatement, { companyId, subject })) {
      await tx.run(createAgreementStatement, { accountId, companyId, ...accepted });
    }
  });
}
