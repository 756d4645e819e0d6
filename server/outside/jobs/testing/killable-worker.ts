import { setTimeout as wait } from 'node:timers/promises';
import { createPgBossJobs } from '../pg-boss-jobs.ts';

/*
 * A process that a test starts and kills. Connects with the address on its command line; with `hang` it takes jobs and
 * never ends them.
 */

const [url = '', behaviour] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

const log = { warn: () => undefined, error: (fields: object) => say(JSON.stringify(fields)) };
const jobs = createPgBossJobs({ url, log });
await jobs.start();
if (behaviour === 'hang') {
  await jobs.work('mail.send', async ({ id }) => {
    say(`handling ${id}`);
    await wait(3_600_000);
  });
}
say('ready');
await wait(3_600_000);
