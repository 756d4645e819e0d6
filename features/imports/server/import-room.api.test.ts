import { expect, test } from 'vitest';
import { importChunkBytes, type LogImport } from '#features/imports/contract/log-imports.ts';
import { setCreatedAt } from '#server/database/testing/builders.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { makeReportingCompany } from '#features/intake/server/testing/person-sender.ts';
import { sumKeptBytes } from './log-imports.repository.ts';
import { createImporter } from './testing/importer.ts';

const portal = useTestPortal();

async function makeImporter() {
  const company = await makeReportingCompany(portal());
  return { ...company, ...createImporter(portal(), company, company.superAdmin) };
}

test('files that wait have a sum of their company, less in its first week, and a share of the disk of all', async () => {
  const { measures, clock, database, adapters } = portal();
  const established = await makeImporter();
  const other = await makeImporter();
  const young = await makeImporter();
  await setCreatedAt(database, young.companyId, clock.now().toISOString());
  const announce = (bytes: number, of = young) => of.call('', { fileName: 'all.csv', bytes });
  const tooMuch = { status: 409, body: { code: 'imports.too-much' } };
  const atOnce = await Promise.all(Array.from({ length: 5 }, () => announce(1_500_000_000)));
  expect(atOnce.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
  expect(await announce(500_000_001)).toMatchObject(tooMuch);
  const last = await announce(500_000_000);
  expect(last.status).toBe(201);
  // What is deleted gives its bytes back.
  expect((await young.call(`/${(last.body as LogImport).id}/file`, undefined, 'DELETE')).status).toBe(200);
  expect((await announce(500_000_000)).status).toBe(201);

  expect(await Promise.all([9_900_000_000, 9_900_000_000].map((bytes) => announce(bytes, established)))).toMatchObject([
    { status: 201 },
    { status: 201 },
  ]);
  expect(await announce(200_000_001, established)).toMatchObject(tooMuch);

  // The three have announced nearly 22 GB.
  const noRoom = { status: 503, body: { code: 'imports.no-room' } };
  const { id } = (await announce(100, other)).body as LogImport;
  measures.freeBytes = 40_000_000_000;
  expect(await announce(100, other)).toMatchObject(noRoom);
  measures.freeBytes = 60_000_000_000;
  expect((await announce(100, other)).status).toBe(201);
  // Something else has taken the disk's room since the file was announced.
  measures.freeBytes = 2 * adapters.fileDisk.reserveBytes;
  const send = () => other.call(`/${id}/chunks/0`, new Uint8Array(100).fill(97), 'PUT');
  expect(await send()).toMatchObject(noRoom);
  measures.freeBytes = Infinity;
  expect((await send()).status).toBe(200);
});

test('of companies that announce in one moment only those pass for whom there is room', async () => {
  const { measures } = portal();
  const companies = await Promise.all(Array.from({ length: 4 }, makeImporter));
  const { announced } = await portal().database.inSystem('imports.room', (tx) =>
    sumKeptBytes(tx, { chunkBytes: importChunkBytes }),
  );
  // Half of it is for imports: one more file has room.
  measures.freeBytes = 2 * (announced + 1_500_000_000);
  const answers = await Promise.all(
    companies.map((each) => each.call('', { fileName: 'all.csv', bytes: 1_000_000_000 })),
  );
  measures.freeBytes = Infinity;
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 503, 503, 503]);
});
