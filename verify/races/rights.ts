import { randomUUID } from 'node:crypto';
import { withOwner } from '../../harness/database.ts';
import type { Portal } from '../../harness/portal.ts';
import { newUserForm } from '../../server/testing/user-forms.ts';
import type { ApiUser } from '../api-user.ts';
import { createVerdict, type Check } from '../check.ts';
import { createPatience, superAdminEmail, withRacePortal } from './race-portal.ts';

/** Companies that race side by side. */
const companies = 8;

interface SignedIn {
  readonly id: string;
  readonly user: ApiUser;
}

type Pair = readonly [SignedIn, SignedIn];

/** Companies with two SuperAdmins each, who have the password of the demo; not new, because a new one invites few users. */
async function openPairs(portal: Portal, signIn: (email: string) => Promise<ApiUser>): Promise<Pair[]> {
  const { rows } = await withOwner(portal, (client) =>
    client.query<{ ids: [string, string]; emails: [string, string] }>(
      `with model as (
          select c.provider_id, c.password from users u join identity.credentials c on c.account_id = u.account_id
          where u.email = $1 limit 1),
        company as (
          insert into companies (name, created_at) select 'Pair ' || n, now() - interval '1 month' from generate_series(1, $2) n
          returning id),
        wanted as (
          select company.id as company_id, gen_random_uuid() as account_id, gen_random_uuid() || '@pair.example' as email
          from company cross join generate_series(1, 2)),
        account as (
          insert into identity.accounts (id, name, email, email_verified)
          select account_id, 'Pair', email, true from wanted),
        credential as (
          insert into identity.credentials (account_id, provider_id, provider_account_id, password)
          select account_id, provider_id, account_id, password from wanted, model),
        member as (
          insert into users (company_id, account_id, email, first_name, last_name, company, roles)
          select company_id, account_id, email, 'One', 'Two', 'Pair', array['SuperAdmin'] from wanted
          returning company_id, id, email)
      select array_agg(id order by id) as ids, array_agg(email order by id) as emails from member group by company_id`,
      [superAdminEmail, companies],
    ),
  );
  return Promise.all(
    rows.map(async ({ ids, emails }): Promise<Pair> => {
      const [first, second] = await Promise.all(emails.map(signIn));
      if (!first || !second) throw new Error('A company has no two SuperAdmins.');
      return [
        { id: ids[0], user: first },
        { id: ids[1], user: second },
      ];
    }),
  );
}

/** Rounds one after the other within a company, all companies at once. */
function raceInPairs(rounds: number, race: (portal: Portal, pair: Pair) => Promise<void>): Promise<void> {
  return withRacePortal(async ({ portal, signIn }) => {
    const pairs = await openPairs(portal, signIn);
    await Promise.all(
      pairs.map(async (pair) => {
        for (let round = 0; round < rounds / companies; round += 1) await race(portal, pair);
      }),
    );
  });
}

/** Reads a user; answers the call that saves the user with other roles, as a form does that was open for a while. */
async function openRoles(by: ApiUser, id: string): Promise<(roles: readonly string[]) => Promise<number>> {
  const { firstName, lastName, email, company, sapId, version } = (await by.call(`/users/${id}`)).body as Form;
  const form = { firstName, lastName, email, company, sapId: sapId ?? 'NONE', version };
  return async (roles) => (await by.call(`/users/${id}`, { body: { ...form, roles } })).status;
}

type Form = Record<string, unknown>;

const setRoles = async (by: ApiUser, id: string, roles: readonly string[]) => (await openRoles(by, id))(roles);

export const demotions: Check = {
  title: 'The two SuperAdmins of a company demote each other at once',
  expected: 'one of them stays SuperAdmin; the other call is refused',
  async run({ isQuick }) {
    const rounds = isQuick ? 80 : 1000;
    const verdict = createVerdict();
    await raceInPairs(rounds, async (_portal, [first, second]) => {
      const saves = [await openRoles(first.user, second.id), await openRoles(second.user, first.id)];
      const statuses = await Promise.all(saves.map((save) => save(['User'])));
      const demoted = statuses.filter((status) => status === 200).length;
      verdict.expect(demoted === 1, `${demoted} demotions succeeded: ${statuses.join(' and ')}`);
      const [winner, loser] = statuses[0] === 200 ? [first, second] : [second, first];
      const restored = await setRoles(winner.user, loser.id, ['SuperAdmin']);
      verdict.expect(restored === 200, `the SuperAdmin who stayed was answered ${restored}`);
    });
    return { rounds, counts: {}, faults: verdict.faults() };
  },
};

export const lostRights: Check = {
  title: 'A SuperAdmin creates users while the role is taken away',
  expected: 'no user is created after the entry of the demotion in the audit log; the calls are answered 200 or 403',
  async run({ isQuick }) {
    const rounds = isQuick ? 80 : 1000;
    const verdict = createVerdict();
    const patience = createPatience();
    let [created, refused] = [0, 0];
    await raceInPairs(rounds, async (portal, [first, second]) => {
      const save = await openRoles(first.user, second.id);
      const creations = Array.from({ length: 2 }, () => {
        const call = { body: newUserForm(), idempotencyKey: randomUUID() };
        return patience.untilServed(() => second.user.call('/users', call));
      });
      const demoted = await save(['User']);
      verdict.expect(demoted === 200, `the demotion was answered ${demoted}`);
      for (const { status } of await Promise.all(creations)) {
        verdict.expect([200, 201, 403].includes(status), `a creation was answered ${status}`);
        if (status === 403) refused += 1;
        else created += 1;
      }
      if (demoted !== 200) return;
      const { demotion, late } = await readLate(portal, second.id);
      verdict.expect(demotion !== null, 'the audit log has no entry of the demotion');
      verdict.expect(late === 0, `${late} users were created after the demotion`);
      const restored = await setRoles(first.user, second.id, ['SuperAdmin']);
      verdict.expect(restored === 200, `the promotion was answered ${restored}`);
    });
    return { rounds, counts: { created, refused, ...patience.counts() }, faults: verdict.faults() };
  },
};

/** The entry of the last change of this user, and how many users it created after it, in the order of the audit log. */
function readLate(portal: Portal, userId: string): Promise<{ demotion: string | null; late: number }> {
  return withOwner(portal, async (client) => {
    const { rows } = await client.query<{ demotion: string | null; late: number }>(
      `with demotion as (
          select max(id) as id from audit_entries where entity_id = $1::text and action = 'users.update')
        select demotion.id as demotion, count(e.id)::int as late
        from demotion join users u on u.id = $1::uuid
          left join audit_entries e on e.company_id = u.company_id and e.actor_account_id = u.account_id
            and e.action = 'users.create' and e.id > demotion.id
        group by 1`,
      [userId],
    );
    return rows[0] ?? { demotion: null, late: 0 };
  });
}
