import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, type Bench, type Reading } from '../../figure.ts';
import { waitForDemo } from '../../../harness/portal.ts';
import { withProbedPortal } from '../../probed-portal.ts';
import { openAccounts, openWatchers, streamsOfAccount } from '../../watchers.ts';

/** The most that one company may have: the last third of 2,000 is dealt in shares. */
const streams = 1330;
/** Each stream has two beats in that time at least. */
const watchedMs = 60_000;

/** The stops while so many streams wait for something new. */
export function measureStreams({ isQuick }: Pick<Bench, 'isQuick'>): Promise<Reading[]> {
  const count = isQuick ? 100 : streams;
  return withProbedPortal({ RATE_LIMIT_PER_MINUTE: '1000000' }, async (portal) => {
    await waitForDemo(portal);
    const watchers = await openWatchers(portal, await openAccounts(portal, count / streamsOfAccount));
    const pieces = await portal.watchLoop(() => sleep(watchedMs));
    const events = watchers.close();
    const name = `beats of ${count.toLocaleString('en')} streams for a minute`;
    return [atMost(name, '200 ms', pieces.longestWorkMs, { pieces, events })];
  });
}
