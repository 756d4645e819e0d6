import { once } from 'node:events';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Portal, withNewPortal } from '../harness/portal.ts';

/** Times of a portal's main thread while `work` ran, in milliseconds. */
export interface MainThread {
  /** The longest time between two looks; a busy machine makes it longer. */
  readonly longestMs: number;
  /** The most processor time in one piece, for which no request is answered on the quietest machine. */
  readonly longestWorkMs: number;
  /** Processor time of all pieces. */
  readonly workMs: number;
}

export interface ProbedPortal extends Portal {
  watchLoop(work: () => Promise<unknown>): Promise<MainThread>;
}

/** Starts a portal as `withNewPortal` does, with a probe in its main thread. */
export function withProbedPortal<T>(
  settings: NodeJS.ProcessEnv,
  work: (portal: ProbedPortal) => Promise<T>,
): Promise<T> {
  const address = join(tmpdir(), `loop-probe-${process.pid}.sock`);
  const preload = `--import ${new URL('./loop-probe.ts', import.meta.url).href}`;
  const ask = async () => {
    const socket = createConnection(address);
    await once(socket, 'connect');
    return JSON.parse(await text(socket)) as MainThread;
  };
  return withNewPortal({ ...settings, NODE_OPTIONS: preload, LOOP_PROBE: address }, (portal) =>
    work({
      ...portal,
      watchLoop: async (watched) => {
        await ask();
        await watched();
        return ask();
      },
    }),
  );
}
