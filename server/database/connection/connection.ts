import type { ClientConfig, PoolConfig } from 'pg';
import { toDatabaseConnection } from '../../lib/database-tls.ts';
import { DatabaseClient } from './database-client.ts';

/** Rebuilds a PostgreSQL address for another login role of the same database. */
export function withLogin(url: string, user: string, password: string): string {
  const changed = new URL(url);
  changed.username = encodeURIComponent(user);
  changed.password = encodeURIComponent(password);
  return changed.href;
}

/** Rebuilds a PostgreSQL address for another database of the same server. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${encodeURIComponent(database)}`;
  return changed.href;
}

/** The database an address names; PostgreSQL's own default is the one named like the user. */
export function getDatabaseName(url: string): string {
  const { pathname, username } = new URL(url);
  return decodeURIComponent(pathname.slice(1) || username);
}

/** The address of a database behind a unix socket in `folder`. */
export function socketUrl(folder: string, user: string, database: string): string {
  return `postgresql://${encodeURIComponent(user)}@localhost/${database}?host=${encodeURIComponent(folder)}`;
}

/** Settings of one connection, with the TLS that its address says, under a name that `pg_stat_activity` shows. */
export function clientConfig(url: string, applicationName: string): ClientConfig & Pick<PoolConfig, 'Client'> {
  return {
    Client: DatabaseClient,
    ...toDatabaseConnection(url),
    application_name: applicationName,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  };
}
