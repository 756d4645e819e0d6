import { withOwner } from '../harness/database.ts';
import type { Portal } from '../harness/portal.ts';
import { openSession } from '../harness/session.ts';

/** An account may have 12 streams. */
export const streamsOfAccount = 10;

/** Users of the company with the password of the demo; their tokens live five minutes. */
export async function openAccounts(portal: Portal, count: number): Promise<string[]> {
  await withOwner(portal, async (client) => {
    await client.query(
      `with model as (
          select u.company_id, u.company, c.provider_id, c.password
          from users u join identity.credentials c on c.account_id = u.account_id
          where u.email = 'superadmin@acme.example' limit 1),
        account as (
          insert into identity.accounts (name, email, email_verified)
          select 'Watcher ' || n, 'watcher' || n || '@acme.example', true from generate_series(1, $1) n returning id, email),
        credential as (
          insert into identity.credentials (account_id, provider_id, provider_account_id, password)
          select account.id, model.provider_id, account.id, model.password from account, model)
      insert into users (company_id, account_id, email, first_name, last_name, company, roles)
      select model.company_id, account.id, account.email, 'Watcher', account.email, model.company, array['User']
      from account, model`,
      [count],
    );
  });
  const tokens: string[] = [];
  for (let place = 1; place <= count; place += 1) {
    tokens.push((await openSession(portal, `watcher${place}@acme.example`)).token);
  }
  return tokens;
}

/** Opens ten streams of the dashboard for each token; `close` ends them and answers how many events came. */
export async function openWatchers({ url }: Portal, tokens: readonly string[]) {
  const leave = new AbortController();
  const [from, to] = [new Date(Date.now() - 20 * 86_400_000), new Date(Date.now() + 86_400_000)];
  const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString(), compare: 'weeks' });
  let events = 0;
  const read = async (body: Response['body']) => {
    for await (const bytes of body ?? []) events += Buffer.from(bytes).toString().split('data: ').length - 1;
  };
  const open = tokens.flatMap((token) =>
    Array.from({ length: streamsOfAccount }, async () => {
      const answer = await fetch(`${url}/api/analytics/events?${query}`, {
        headers: { authorization: `Bearer ${token}` },
        signal: leave.signal,
      });
      if (!answer.ok) throw new Error(`A stream was answered ${answer.status}: ${await answer.text()}`);
      read(answer.body).catch(() => undefined);
    }),
  );
  await Promise.all(open);
  return {
    close() {
      leave.abort();
      return events;
    },
  };
}
