import { expect, test } from 'vitest';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { makeReportingCompany } from '#features/intake/server/testing/person-sender.ts';
import { verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';
import { createImporter } from './testing/importer.ts';

const portal = useTestPortal();

async function makeImporter() {
  const company = await makeReportingCompany(portal());
  return { ...company, ...createImporter(portal(), company, company.superAdmin) };
}

const csv = `conversation id;timestamp;role;message;user;skill;status
c1;24.11.2025 08:30:00;user;"How many; days?";mari@acme.example;Leave requests;
c1;24.11.2025 08:30:02;bot;"Twelve ""days""
left";mari@acme.example;Leave requests;Resolved
c2;24.11.2025 09:00;user;=cmd()|' /C calc'!A0;jaan@acme.example;Payslips;
c2;24.11.2025 09:01;bot;No.;jaan@acme.example;Payslips;Escalated
`;

test('a CSV becomes conversations in the zone of the company, once, and is undone as a whole', async () => {
  const importer = await makeImporter();
  const { companyId, superAdmin } = importer;
  const done = await importer.run(csv);
  expect(done).toMatchObject({ state: 'finished', records: 4, conversations: 2, messages: 4, known: 0, leftOut: [] });
  expect(done.fileUntil).toBeNull();
  expect(await importer.texts()).toEqual({
    c1: ['U: How many; days?', 'A: Twelve "days"\nleft'],
    c2: ["U: =cmd()|' /C calc'!A0", 'A: No.'],
  });
  const stored = await importer.rows('conversations');
  expect(stored.map(({ external_id: id, started_at: at, status }) => [id, (at as Date).toISOString(), status])).toEqual(
    expect.arrayContaining([
      ['c1', '2025-11-24T06:30:00.000Z', 1],
      ['c2', '2025-11-24T07:00:00.000Z', expect.any(Number)],
    ]),
  );
  expect(await importer.rows('usage_events')).toEqual([]);
  const { body: details } = await portal().call(`/analytics/logs/${String(stored[0]?.id)}`, { as: superAdmin });
  expect(details).toMatchObject({ reportedBy: null, importedFrom: { id: done.id, fileName: 'logs.csv' } });
  const again = await importer.run(csv);
  expect(again).toMatchObject({ state: 'finished', records: 4, conversations: 0, messages: 0, known: 2 });
  expect((await importer.undo(done.id)).undo).toMatchObject({ state: 'done', conversations: 2, messages: 4 });
  expect(await importer.rows('conversations')).toEqual([]);
  expect(await importer.rows('messages')).toEqual([]);
  expect(await verifyRollups(portal().database, companyId)).toEqual([]);
  const { entries } = (await portal().call('/audit?entity=logImport', { as: superAdmin })).body as {
    entries: { action: string }[];
  };
  expect(entries.map(({ action }) => action)).toEqual([
    'logImports.undo',
    'imports.request-deletion',
    'logImports.finish',
    'logImports.start',
    'logImports.create',
    'logImports.finish',
    'logImports.start',
    'logImports.create',
  ]);
  // What was undone can be imported again.
  expect(await importer.run(csv)).toMatchObject({ conversations: 2, messages: 4 });
});
