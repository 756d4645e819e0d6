import type { SessionStep } from '#features/sign-in/contract/session-forms.ts';
import type { Database } from '#server/database/open-database.ts';
import type { SessionView } from '#server/outside/identity/identity.ts';
import { listMemberships } from './session.repository.ts';

type Choices = NonNullable<SessionStep['companies']>;

/** Lists the companies that a session opens, without those that wait for approval. */
export async function listCompanies(database: Database, { account, sessionId }: SessionView) {
  if (!account || sessionId === undefined) return [];
  const memberships = await database.inSystem('memberships.find', (tx) =>
    listMemberships(tx, { accountId: account.id, sessionId }),
  );
  return memberships.filter(({ status }) => status !== 'pending');
}

/** Lists the companies of which the person of a session has to choose one, by name: their age says nothing. */
export async function listChoices(database: Database, view: SessionView): Promise<Choices> {
  const companies = await listCompanies(database, view);
  return companies
    .map(({ id, name, addedAt }) => ({ id, name, addedAt: addedAt.toISOString() }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}
