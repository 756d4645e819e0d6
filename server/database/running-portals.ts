import { toExecutor } from './connection/executor.ts';
import type { Transaction } from './connection/transactions.ts';
import { nameSecretsKey } from '../lib/crypto/secret-box.ts';

const prefix = 'steward jobs ';

/** A running portal always has such connections, by which a command knows with which key it was started. */
export const nameJobConnections = (secretsKey: string): string => `${prefix}${nameSecretsKey(secretsKey)}`;

/** Whether a portal runs that was started with another key, and goes on to encrypt with it. */
export async function isOtherKeyInUse(tx: Transaction, secretsKey: string): Promise<boolean> {
  const text = `select from pg_stat_activity
    where datname = current_database() and starts_with(application_name, $1) and application_name <> $2 limit 1`;
  const { rows } = await toExecutor(tx).query(text, [prefix, nameJobConnections(secretsKey)]);
  return rows.length > 0;
}
