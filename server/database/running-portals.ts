import { nameSecretsKey } from '../lib/crypto/secret-box.ts';
import type { Sql } from '../sql/sql.ts';
import { systemStatement } from '../sql/statement.ts';
import { nullable, text } from '../sql/types.ts';

/** Prefix of the names of a portal's job connections. */
export const jobConnectionPrefix = 'steward jobs ';
const prefix = jobConnectionPrefix;

/** The name of a running portal's job connections, by which a command sees the key that the portal started with. */
export const nameJobConnections = (secretsKey: string): string => `${prefix}${nameSecretsKey(secretsKey)}`;

const findOtherKeyStatement = systemStatement({
  text: `
    select application_name as name from pg_stat_activity
    where datname = current_database() and starts_with(application_name, $prefix) and application_name <> $own limit 1`,
  params: { prefix: text, own: text },
  row: { name: nullable(text) },
});

/** Whether a portal runs that was started with another key and still encrypts with it. */
export async function isOtherKeyInUse(sql: Sql, secretsKey: string): Promise<boolean> {
  return (await sql.find(findOtherKeyStatement, { prefix, own: nameJobConnections(secretsKey) })) !== undefined;
}
