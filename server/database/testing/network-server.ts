import { randomInt } from 'node:crypto';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareBinaries } from '../embedded/binaries.ts';
import { ensureCluster, writeOwned } from '../embedded/cluster.ts';
import { findPlaces } from '../embedded/embedded-paths.ts';
import { openEmbeddedServer } from '../embedded/embedded-server.ts';
import { makeDataDir, runAsOwner } from './test-server.ts';

/** A PostgreSQL that is reached over the network, as one behind DATABASE_URL is. */
export interface NetworkServer {
  readonly host: string;
  /** Its superuser, by the socket. */
  readonly adminUrl: string;
  /** Turns TLS on with a certificate in PEM form. */
  useCertificate(certificate: { key: string; cert: string }): Promise<void>;
  stop(): Promise<void>;
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface Options {
  readonly isTlsRequired?: boolean;
  /** Further lines of its postgresql.conf. */
  readonly settings?: Readonly<Record<string, number>>;
}

/**
 * A fresh server with data that may be lost. All but its superuser sign in by a password.
 * @param isTlsRequired whether it lets in by TLS alone
 */
export async function startNetworkServer({
  isTlsRequired = false,
  settings = {},
}: Options = {}): Promise<NetworkServer> {
  const dataDir = await makeDataDir();
  const places = await findPlaces(dataDir);
  await ensureCluster(places, await prepareBinaries(places.account, places.binaryCopies), {
    durability: 'throw-away',
    isRestoring: false,
  });
  // Any of the loopback addresses, so that the usual port is free there.
  const host = ['127', ...[1, 2, 3].map(() => randomInt(1, 255))].join('.');
  const lines = [
    `listen_addresses = '${host}'`,
    ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
  ];
  await appendFile(join(places.cluster, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
  const rules = `local all steward trust\n${isTlsRequired ? 'hostssl' : 'host'} all all all scram-sha-256\n`;
  await writeOwned(places, join(places.cluster, 'pg_hba.conf'), rules);
  const server = await openEmbeddedServer({ dataDir, log: quiet, durability: 'throw-away' });
  return {
    host,
    adminUrl: server.ownerUrl,
    useCertificate: async ({ key, cert }) => {
      await writeOwned(places, join(places.cluster, 'server.key'), key);
      await writeOwned(places, join(places.cluster, 'server.crt'), cert);
      for (const statement of ['alter system set ssl = on', 'select pg_reload_conf()'])
        await runAsOwner(server.ownerUrl, statement);
    },
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, maxRetries: 10 });
    },
  };
}
