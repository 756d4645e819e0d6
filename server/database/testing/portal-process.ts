import { pid, ppid } from 'node:process';
import { openEmbeddedServer } from '../embedded/embedded-server.ts';

/**
 * A portal of its own process, reduced to its embedded database: opens the data folder named on the command line,
 * says `open` or why not, and stops on SIGTERM.
 */
const dataDir = process.argv[2] ?? '';
const say = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const server = await openEmbeddedServer({
    dataDir,
    durability: 'throw-away',
    log: { info: say, warn: say, error: say },
  });
  process.once('SIGTERM', async () => {
    await server.stop();
    process.exit(0);
  });
  say(`open ${pid} of ${ppid} at ${server.ownerUrl}`);
} catch (error) {
  say(`refused: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
