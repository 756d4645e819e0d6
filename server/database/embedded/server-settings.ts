import { totalmem } from 'node:os';

const mebibyte = 1024 * 1024;

/** How hard the server tries to keep what it acknowledged; tests may trade that for speed. */
export type Durability = 'durable' | 'throw-away';

/** postgresql.conf of the embedded server; written at every start, so that it follows the machine. */
export function serverSettings(socketFolder: string, durability: Durability, walFolder?: string): string {
  const settings: Record<string, string | number> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: 60,
    shared_buffers: `${sharedBuffersMebibytes()}MB`,
    // By itself it would be 16 MB, all of them resident in a portal at rest.
    wal_buffers: '4MB',
    work_mem: '32MB',
    maintenance_work_mem: '64MB',
    jit: 'off',
    // Nothing replicates from here; the processes and the log volume for it are saved.
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_logical_replication_workers: 0,
    io_workers: 2,
    random_page_cost: 1.1,
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // Statements and their values hold personal data: the log says what went wrong, not with whose row.
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
  };
  // Several test files share this server, each with portals of its own: without a free connection a call of one ends in 503.
  const throwAway = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 200 };
  if (durability === 'throw-away') Object.assign(settings, throwAway);
  if (walFolder !== undefined) Object.assign(settings, archiving(walFolder));
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'`);
  return `# Written by Steward at every start; changes here are lost.\n${lines.join('\n')}\n`;
}

/** A tenth of the memory this process may use, between 32 MB and 512 MB. */
function sharedBuffersMebibytes() {
  const constrained = process.constrainedMemory();
  const memory = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return Math.round(Math.min(512, Math.max(32, memory / 10 / mebibyte)));
}

/**
 * The log of what is written is copied aside, at the latest a minute after it was, until the portal has it in the archive. It is on disk
 * when the command ends, because the server then overwrites its own.
 */
function archiving(folder: string): Record<string, string | number> {
  const [draft, file] = [`"${folder}/.%f"`, `"${folder}/%f"`];
  return {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_command: `test -f ${file} || (cp "%p" ${draft} && sync ${draft} && mv ${draft} ${file} && sync "${folder}")`,
    archive_timeout: 60,
  };
}
