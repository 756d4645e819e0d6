import type pg from 'pg';

/** Facts about a server and the user who asks, for a look before a start. */
export interface ServerFacts {
  readonly version: string;
  readonly number: number;
  readonly encoding: string;
  readonly isReadOnly: boolean;
  readonly isStandby: boolean;
  readonly maxConnections: number;
  readonly used: number;
  readonly mayCreate: boolean;
  readonly mayCreateDatabases: boolean;
  readonly mayCreateRoles: boolean;
  readonly isEncrypted: boolean;
  readonly now: Date;
}

const factsText = `
  select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
    current_setting('server_encoding') as encoding,
    current_setting('default_transaction_read_only') = 'on' as "isReadOnly", pg_is_in_recovery() as "isStandby",
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as "maxConnections",
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend' and application_name not like 'steward%') as used,
    has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as "mayCreate",
    rolsuper or rolcreatedb as "mayCreateDatabases", rolsuper or rolcreaterole as "mayCreateRoles",
    coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted",
    clock_timestamp() as now
  from pg_roles where rolname = current_user`;

/** Undefined where a pooler knows the user and the server does not. */
export async function readFacts(client: pg.Client): Promise<ServerFacts | undefined> {
  return (await client.query<ServerFacts>(factsText)).rows[0];
}

export async function hasRole(client: pg.Client, name: string): Promise<boolean> {
  return (await client.query('select from pg_roles where rolname = $1', [name])).rowCount === 1;
}

/** Whether the user who asks could get around the wall between companies. */
export async function isMightyRole(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isMighty: boolean }>(
    `select rolsuper or rolbypassrls or exists (select from pg_class where relowner = pg_roles.oid) or
       pg_has_role(oid, (select datdba from pg_database where datname = current_database()), 'member') as "isMighty"
     from pg_roles where rolname = current_user`,
  );
  return rows[0]?.isMighty ?? true;
}
