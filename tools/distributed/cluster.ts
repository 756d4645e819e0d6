import { openServerFolder, type DatabaseServer, type ServerFolder } from './servers.ts';

/** Servers of PostgreSQL with Citus, with data that may be lost. */
export interface Cluster {
  readonly coordinatorUrl: string;
  /** Host and port of each. */
  readonly workers: readonly string[];
  readonly coordinator: DatabaseServer;
  readonly servers: ServerFolder;
  /** In the order of `workers`. */
  readonly workerServers: readonly DatabaseServer[];
  stop(): Promise<void>;
}

/** Settings of each server on this machine. */
export const serverSettings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
wal_level = logical
max_connections = 300
max_worker_processes = 100
max_prepared_transactions = 300
max_locks_per_transaction = 512
shared_buffers = '64MB'
`;

const citusSettings = `
shared_preload_libraries = 'citus'
# Of a distributed database; they do not go along where it is cloned.
citus.allow_nested_distributed_execution = on
citus.allow_modifications_from_workers_to_replicated_tables = off
citus.recover_2pc_interval = '2s'
citus.shard_count = 4
jit = off
citus.node_conninfo = 'sslmode=disable'
autovacuum_naptime = '5min'
`;

const unsafeSettings = `
fsync = off
full_page_writes = off
`;

/**
 * A coordinator and two workers, on free ports of this machine.
 * @param settings more lines of their postgresql.conf; by default they lose what they wrote where they are killed
 */
export async function startCluster(programs: string, settings = unsafeSettings): Promise<Cluster> {
  const servers = openServerFolder(programs);
  try {
    const open = (name: string) => servers.open(name, `${serverSettings}${citusSettings}${settings}`);
    const coordinator = await open('coordinator');
    const workerServers = [await open('worker-1'), await open('worker-2')];
    return {
      coordinatorUrl: coordinator.url,
      workers: workerServers.map(({ address }) => address),
      coordinator,
      servers,
      workerServers,
      stop: servers.close,
    };
  } catch (error) {
    await servers.close();
    throw error;
  }
}

/** Another server like the workers, which the coordinator does not know yet. */
export const addWorkerServer = ({ servers }: Cluster, settings = unsafeSettings): Promise<DatabaseServer> =>
  servers.open('worker-3', `${serverSettings}${citusSettings}${settings}`);
