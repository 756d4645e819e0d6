import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Chooses among those that the system gives to none who asks for any, so that no other program gets it before it is used. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = randomInt(20_000, 30_000);
  const isFree = await once(server.listen(port, '127.0.0.1'), 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return findFreePort();
  server.close();
  await once(server, 'close');
  return port;
}
