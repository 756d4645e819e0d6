import { isUuid } from '#contract/uuid.ts';
import { unmappedId } from '#contract/analytics/conversations.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';

/** What a log is searched for, in the numbers that rows and roll-ups hold; undefined where anything will do. */
export interface LogFilter {
  readonly users: readonly number[] | undefined;
  readonly skills: readonly number[] | undefined;
  readonly statuses: readonly number[] | undefined;
  readonly includesTechnical: boolean;
}

export interface NamedIds {
  readonly users: readonly string[];
  readonly skills: readonly string[];
}

const text = `
  select array(select number from reported_users where user_id = any($1::uuid[]) or id = any($1::uuid[])) as users,
    array(select number from reported_skills where skill_id = any($2::uuid[]) or id = any($2::uuid[])) as skills`;

/** The numbers behind ids of the company's users and skills, as the portal or the assistants have them. */
export async function findNumbers(tx: Transaction, ids: NamedIds): Promise<{ users: number[]; skills: number[] }> {
  const { rows } = await toExecutor(tx).query<{ users: number[]; skills: number[] }>({
    name: 'analytics numbers',
    text,
    values: [keepUuids(ids.users), keepUuids(ids.skills)],
  });
  const { users = [], skills = [] } = rows[0] ?? {};
  return { users: addNobody(users, ids.users), skills: addNobody(skills, ids.skills) };
}

const keepUuids = (ids: readonly string[]) => ids.filter(isUuid);

/** Number 0 stands for what was not named at all. */
const addNobody = (numbers: readonly number[], ids: readonly string[]) =>
  ids.includes(unmappedId) ? [...numbers, 0] : [...numbers];
