import { runSql } from '../sql/run-sql.ts';
import type { TestPortal } from '../test-portal.ts';

/** A skill of the company's store, and a skill, a user and an attribute that an assistant has named. */
export async function makeSkills(portal: TestPortal, companyId: string) {
  return portal.database.inCompany(companyId, async (tx) => {
    const [skill] = await runSql<{ id: string }>(
      tx,
      `insert into skills (name, service_provider) values ('Leave requests', 'SAP') returning id`,
    );
    const [reported] = await runSql<{ id: string }>(
      tx,
      `insert into reported_skills (name, name_key) values ('Leave', 'leave') returning id`,
    );
    const [user] = await runSql<{ id: string }>(
      tx,
      `insert into reported_users (first_name, last_name) values ('Ann', 'Zimmer') returning id`,
    );
    const [attribute] = await runSql<{ id: string }>(
      tx,
      `insert into mapped_attributes (name, created_at) values ('service.name', now()) returning id`,
    );
    const [value] = await runSql<{ id: string }>(
      tx,
      `insert into attribute_values (attribute_id, digest, shown) values ($1, md5('a'), 'a') returning id`,
      [attribute?.id],
    );
    return {
      skillId: skill?.id ?? '',
      reportedSkillId: reported?.id ?? '',
      reportedUserId: user?.id ?? '',
      attributeId: attribute?.id ?? '',
      attributeValueId: value?.id ?? '',
    };
  });
}
