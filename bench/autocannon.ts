import { runProgram } from '../harness/run-program.ts';
import { fromRoot, rootDir } from '../tools/setup/paths.mjs';

interface Load {
  readonly token: string;
  readonly connections: number;
  readonly seconds: number;
  /** Further arguments of autocannon. */
  readonly more?: readonly string[];
}

/**
 * Keeps every connection busy.
 * @returns mean requests per second, and the 99th percentile of the time to answer in milliseconds
 * @throws where any answer was not good
 */
export async function loadUrl(url: string, { token, connections, seconds, more = [] }: Load) {
  const autocannon = fromRoot('bench', 'packages', 'node_modules', 'autocannon', 'autocannon.js');
  const args = ['--json', '-c', String(connections), '-d', String(seconds), '-H', `authorization=Bearer ${token}`];
  const { output } = await runProgram(process.execPath, [autocannon, ...args, ...more, url], rootDir);
  const { requests, latency, non2xx, errors } = JSON.parse(output) as {
    requests: { average: number };
    latency: { p99: number };
    non2xx: number;
    errors: number;
  };
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} failed.`);
  return { perSecond: requests.average, p99: latency.p99 };
}
