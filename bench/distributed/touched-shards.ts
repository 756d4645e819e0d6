import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseServer } from '../../tools/distributed/servers.ts';

/** Every statement with the program that sent it, and what Citus sends on to others. */
const tracing = {
  log_statement: 'all',
  log_line_prefix: '%a ~ ',
  log_min_messages: 'notice',
  'citus.log_remote_commands': 'on',
};
const settleMs = 300;

async function setAll(servers: readonly DatabaseServer[], toStatement: (name: string, value: string) => string) {
  for (const { url } of servers) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const [name, value] of Object.entries(tracing)) await client.query(toStatement(name, value));
    await client.query('select pg_reload_conf()');
    await client.end();
  }
  await sleep(settleMs);
}

/**
 * The places that each call's statements went to, by the logs of the servers: a shard that was opened on a worker, and a
 * server that the coordinator sent a statement of the portal on to. `servers` begins with the coordinator.
 */
export async function listTouched(
  servers: readonly DatabaseServer[],
  calls: ReadonlyArray<() => Promise<unknown>>,
): Promise<string[][]> {
  await setAll(servers, (name, value) => `alter system set ${name} to '${value}'`);
  try {
    const touched: string[][] = [];
    for (const call of calls) {
      const starts = servers.map(({ folder }) => statSync(join(folder, 'log')).size);
      await call();
      const found = servers.flatMap(({ address, folder }, place) => {
        const text = readFileSync(join(folder, 'log')).subarray(starts[place]).toString();
        const opened = [...text.matchAll(/^steward \w+ ~ .*open_shard\((\d+)\)/gm)].map(
          ([, shard]) => `shard ${shard} on ${address}`,
        );
        const sent = [...text.matchAll(/^steward \w+ ~ NOTICE:\s+issuing [^]*?on server \S+@(\S+)/gm)].map(
          ([, server]) => `by the coordinator on ${server}`,
        );
        return [...opened, ...sent];
      });
      touched.push([...new Set(found)]);
    }
    return touched;
  } finally {
    await setAll(servers, (name) => `alter system reset ${name}`);
  }
}
