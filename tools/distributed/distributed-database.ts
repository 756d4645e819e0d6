import pg from 'pg';
import type { Cluster } from './cluster.ts';

/** Runs one statement as the superuser. */
export async function runOn<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The address of the database `name` on the server of `url`. */
export const toDatabaseUrl = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;

/** Makes an empty database with the extension on the server. */
export async function createCitusDatabase(url: string, name: string): Promise<void> {
  await runOn(url, `create database ${name}`);
  await runOn(toDatabaseUrl(url, name), 'create extension citus');
}

const toArguments = (address: string) => address.replace(/(.*):(\d+)/, `'$1', $2`);

/** Lets the coordinator know the worker, whose database `name` has the extension. */
export const addWorker = (coordinatorUrl: string, name: string, address: string) =>
  runOn(toDatabaseUrl(coordinatorUrl, name), `select citus_add_node(${toArguments(address)})`);

/** Makes an empty database on all servers of the cluster, ready for `npm run distribute`; answers the coordinator's address. */
export async function createClusterDatabase({ coordinator, workers, workerServers }: Cluster, name: string) {
  for (const { url } of [coordinator, ...workerServers]) await createCitusDatabase(url, name);
  const url = toDatabaseUrl(coordinator.url, name);
  await runOn(url, `select citus_set_coordinator_host(${toArguments(coordinator.address)})`);
  for (const address of workers) await addWorker(coordinator.url, name, address);
  return url;
}
