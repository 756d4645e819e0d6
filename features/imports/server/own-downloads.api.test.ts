import { expect, test } from 'vitest';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { makeReportingCompany } from '#features/intake/server/testing/person-sender.ts';
import { createImporter } from './testing/importer.ts';

const portal = useTestPortal();

async function makeImporter() {
  const company = await makeReportingCompany(portal());
  return { ...company, ...createImporter(portal(), company, company.superAdmin) };
}

const csv = `conversation,time,role,text,user,skill,status
c1,2026-11-05T08:00:00.500Z,user,=SUM(A1:A9) how?,mari@acme.example,Leave,
c1,2026-11-05T08:00:02Z,bot,-5 degrees,mari@acme.example,Leave,Escalated
c2,2026-11-05T09:00:00Z,user,"Tere; ""õhtust"",
uus rida",jaan@acme.example,Pay,
c2,2026-11-05T09:00:01Z,bot,'=quoted already,jaan@acme.example,Pay,Resolved
`;

async function download(as: TestUser, kind: 'messages' | 'conversations', format: string): Promise<Buffer> {
  const answer = await fetch(`${portal().url}/api/exports/${kind}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: '2026-10-31T22:00:00.000Z', to: '2026-11-30T21:59:59.999Z', format }),
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

test.each(['csv', 'semicolons', 'excel', 'jsonl'])(
  'messages that were downloaded as %s are imported again whole',
  async (format) => {
    const [one, other] = [await makeImporter(), await makeImporter()];
    await one.run(csv);
    const done = await other.run(await download(one.superAdmin, 'messages', format));
    expect(done).toMatchObject({
      settings: { format: 'download' },
      records: 4,
      conversations: 2,
      messages: 4,
      leftOut: [],
    });
    const texts = await one.texts();
    expect(texts['c2']).toEqual(['U: Tere; "õhtust",\nuus rida', 'A: =quoted already']);
    expect(await other.texts()).toEqual(texts);
    const sent = async (importer: typeof one) => (await importer.rows('messages')).map((row) => String(row['sent_at']));
    expect((await sent(other)).toSorted()).toEqual((await sent(one)).toSorted());
  },
);

test.each(['csv', 'semicolons', 'excel', 'jsonl'])(
  'a log that was downloaded as %s is imported again',
  async (format) => {
    const [one, other] = [await makeImporter(), await makeImporter()];
    await one.run(csv);
    const done = await other.run(await download(one.superAdmin, 'conversations', format));
    expect(done).toMatchObject({ settings: { format: 'download' }, records: 2, conversations: 2, leftOut: [] });
    const list = async (importer: typeof one) =>
      (await importer.rows('conversations'))
        .map(({ external_id: id, started_at: at, status }) => [id, String(at), status])
        .toSorted();
    expect(await list(other)).toEqual(await list(one));
    const skills = (await other.rows('reported_skills')).map(({ name }) => name);
    expect(skills.toSorted()).toEqual(['Leave', 'Pay']);
  },
);
