import type { Assistant } from './assistant.ts';

const columns = 'department, skill_number, price_ten_thousandths as price';

/** Sums by department as stored, and those that the usage of persons adds up to; they are equal where they are kept. */
export async function readDepartmentSums(assistant: Assistant) {
  const [state] = await assistant.run(
    'select (select count(*) from summed_departments) > 0 and (select count(*) from moved_owners) = 0 as "areKept"',
  );
  const stored = await assistant.run(
    `select ${columns}, requests::int from usage_by_department where requests <> 0 order by 1, 2, 3`,
  );
  const expected = await assistant.run(
    `select ${columns}, sum(requests)::int as requests from (
       select u.*, coalesce(find_department(u.company_id, u.user_number, u.month), '') as department
       from usage_monthly u join summed_departments s using (company_id, month)
     ) u group by 1, 2, 3 having sum(requests) <> 0 order by 1, 2, 3`,
  );
  return { areKept: state?.['areKept'] === true, stored, expected };
}
