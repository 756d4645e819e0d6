import { withOwner } from '../../../harness/database.ts';
import type { Portal } from '../../../harness/portal.ts';

const messagesPerConversation = 10;

/**
 * Makes a company with this many messages of this month, ten in a conversation with its billed run; straight into the
 * tables, because the intake would take minutes. Answers its id.
 */
export function makeCompanyMessages(portal: Portal, name: string, messages: number): Promise<string> {
  const conversations = messages / messagesPerConversation;
  return withOwner(portal, async (client) => {
    const { rows } = await client.query<{ id: string; skill: number; person: number }>(peopleText, [name]);
    const [company] = rows;
    if (!company) throw new Error('The company was not made.');
    const month = new Date().toISOString().slice(0, 7);
    await client.query('begin; set local statement_timeout = 0');
    await client.query('select make_month_partitions($1)', [`${month}-01`]);
    await client.query(toConversationsText(`conversations_${month.replace('-', '_')}`), [
      company.id,
      company.skill,
      company.person,
      conversations,
      `${month}-01T00:00:00Z`,
    ]);
    for (const text of detailTexts) await client.query(text, [company.id]);
    await client.query('commit; analyze');
    return company.id;
  });
}

const peopleText = `
  with company as (insert into companies (name) values ($1) returning id),
    skill as (
      insert into reported_skills (company_id, name, name_key) select id, 'Leave', 'leave' from company returning number),
    person as (
      insert into reported_users (company_id, first_name, last_name) select id, 'Anna', 'Kask' from company returning number)
  select company.id, skill.number as skill, person.number as person from company, skill, person`;

const toConversationsText = (table: string) => `
  insert into ${table} (company_id, started_at, id, external_id, day, hour, skill_number, user_number, status, technical,
    messages, api_calls, reported_at, status_at)
  select $1::uuid, at, gen_random_uuid(), 'bench-' || n, at::date, 0, $2::int, $3::int, 1, false,
    ${messagesPerConversation}, 1, at, at
  from generate_series(1, $4::int) n cross join lateral (select $5::timestamptz + n * interval '10 milliseconds' as at) time`;

/** Words and numbers, which compress as messages do. */
const value = `'The invoice ' || (random() * 1e9)::int || ' of ' || md5(random()::text) || ' over ' || (random() * 1e6)::int
  || ' EUR was posted on Monday and will be paid on Friday.'`;

const detailTexts = [
  `insert into conversation_partitions (company_id, id, started_at)
    select company_id, id, started_at from conversations where company_id = $1`,
  `insert into usage_events (company_id, id, external_id, occurred_at, day, conversation_id, skill_number, user_number,
      price_ten_thousandths)
    select company_id, id, external_id, started_at, day, id, skill_number, user_number, 12500
    from conversations where company_id = $1`,
  `insert into messages (company_id, conversation_id, started_at, id, external_id, sent_at, is_assistant, parts)
    select company_id, id, started_at, gen_random_uuid(), 'm' || n, started_at + n * interval '20 seconds', n % 2 = 0,
      json_build_array(json_build_object('type', 'text', 'value', ${value}))
    from conversations, generate_series(1, ${messagesPerConversation}) n where company_id = $1`,
];
