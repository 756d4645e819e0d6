import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way that a test cuts and mends to the database of `url`, which names its server or, as `host`, the folder of its socket. */
export async function openLine(url: string) {
  const address = new URL(url);
  const folder = address.searchParams.get('host');
  const { hostname, port } = address;
  const reach = () => (folder === null ? connect(Number(port || 5432), hostname) : connect(`${folder}/.s.PGSQL.5432`));
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((caller) => {
    if (isCut) {
      caller.destroy();
      return;
    }
    const database = reach();
    for (const socket of [caller, database]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
    }
    caller.pipe(database);
    database.pipe(caller);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address.searchParams.delete('host');
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const end = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: address.href,
    cut: () => {
      isCut = true;
      end();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      end();
      server.close();
      await once(server, 'close');
    },
  };
}
