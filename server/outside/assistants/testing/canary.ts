import { createServer, type AddressInfo, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Counts connections, whatever they send. */
export interface Canary {
  readonly port: number;
  countHits(): number;
  close(): Promise<void>;
}

export const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

const everywhere = { host: hasIpv6 ? '::' : '0.0.0.0', port: 0 };

/** Listens on every address of this machine, unless a host is given. */
export async function startCanary({ host, port } = everywhere): Promise<Canary> {
  let hits = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    hits += 1;
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.end();
  });
  await new Promise<void>((resolve) => {
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    countHits: () => hits,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
