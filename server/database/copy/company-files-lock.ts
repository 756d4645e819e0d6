import { withOwner } from './owner-connection.ts';

/**
 * Runs `work` while no other process restores the company or deletes its files; the server lets go of the lock when the process ends.
 * @returns undefined where another process does
 */
export const withCompanyFiles = <T>(
  ownerUrl: string,
  companyId: string,
  work: () => Promise<T>,
): Promise<T | undefined> =>
  withOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1::text, 7283914020)) as locked',
      [companyId],
    );
    return rows[0]?.locked === true ? work() : undefined;
  });
