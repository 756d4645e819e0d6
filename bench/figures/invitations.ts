import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { invitationsPerCall } from '#features/people/contract/user-steps.ts';
import { withOwner } from '../../harness/database.ts';
import { atMost, note, type Bench, type Reading } from '../figure.ts';
import { measureStop } from '../longest-stop.ts';
import type { Portal } from '../../harness/portal.ts';
import { openSession } from '../../harness/session.ts';

const mailLimitMs = 120_000;
const company = 'Globex Logistics';
const inviter = 'superadmin@globex.example';

export const invitations = {
  title: 'Inviting 2,000 users',
  method:
    'Sends a list of 2,000 people as the page does, in calls of twenty one after the other, to a company older than a week, and collects the caught mails meanwhile; asks for `/api/health` every 2 ms. The longest answer of health is the stop. A lost mail is an invited address without one two minutes after the last call.',
  async measure(bench: Bench): Promise<Reading[]> {
    const portal = await bench.portal();
    await makeOlder(portal);
    const emails = Array.from({ length: bench.isQuick ? 100 : 2000 }, (_, place) => `invited${place}@many.example`);
    const mails = collectMails(portal);
    const idleMs = await measureStop(portal.url, () => sleep(5000));
    let listMs = 0;
    const stopMs = await measureStop(portal.url, async () => {
      const startedAt = performance.now();
      for (let start = 0; start < emails.length; start += invitationsPerCall) {
        await inviteSome(portal, emails.slice(start, start + invitationsPerCall));
      }
      listMs = performance.now() - startedAt;
    });
    const lost = await mails.waitFor(emails);
    return [
      atMost('longest stop', '200 ms', stopMs),
      note('without invitations', idleMs, 'ms'),
      atMost('lost mails', '0', lost),
      note('the whole list', listMs / 1000, 's'),
    ];
  },
};

/** A company of the first week invites twenty users an hour. */
const makeOlder = (portal: Portal) =>
  withOwner(portal, (client) =>
    client.query(`update companies set created_at = created_at - interval '30 days' where name = $1`, [company]),
  );

async function inviteSome(portal: Portal, emails: readonly string[]): Promise<void> {
  const { token } = await openSessionOnce(portal);
  const users = emails.map((email) => ({ email, firstName: 'Mari', lastName: 'Maasikas', company, roles: ['User'] }));
  const answer = await fetch(`${portal.url}/api/users/invitations`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ users }),
  });
  const { results = [] } = (await answer.json()) as { results?: { result: string }[] };
  if (results.length !== emails.length || results.some(({ result }) => result !== 'invited')) {
    throw new Error(`The call answers ${answer.status}: ${JSON.stringify(results.slice(0, 3))}`);
  }
}

let session: { readonly token: string; readonly openedAt: number } | undefined;

/** Opens a new session before the token of the last one expires. */
async function openSessionOnce(portal: Portal) {
  if (!session || performance.now() - session.openedAt > 240_000) {
    session = { token: (await openSession(portal, inviter)).token, openedAt: performance.now() };
  }
  return session;
}

/** The folder keeps the newest thousand mails, so they are read while they come in. */
function collectMails({ dataDir }: Portal) {
  const folder = join(dataDir, 'mail');
  const seen = new Set<string>();
  const addresses = new Set<string>();
  let isOver = false;
  const readNew = async () => {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.filter((each) => each.endsWith('.json') && !seen.has(each))) {
      seen.add(name);
      const text = await readFile(join(folder, name), 'utf8').catch(() => undefined);
      if (text !== undefined) addresses.add((JSON.parse(text) as { to: string }).to);
    }
  };
  const reading = (async () => {
    while (!isOver) {
      await readNew();
      await sleep(500);
    }
  })();
  return {
    /** The number of addresses without a mail. */
    async waitFor(emails: readonly string[]): Promise<number> {
      const countLost = () => emails.filter((email) => !addresses.has(email)).length;
      const deadline = performance.now() + mailLimitMs;
      while (countLost() > 0 && performance.now() < deadline) await sleep(500);
      isOver = true;
      await reading;
      return countLost();
    },
  };
}
