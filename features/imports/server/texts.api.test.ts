import { expect, test } from 'vitest';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { importSettings } from '#features/intake/server/testing/make-import.ts';
import { makeReportingCompany } from '#features/intake/server/testing/person-sender.ts';
import { watsonxLogs } from './testing/exports.ts';
import { createImporter } from './testing/importer.ts';

const portal = useTestPortal();

async function makeImporter() {
  const company = await makeReportingCompany(portal());
  return { ...company, ...createImporter(portal(), company, company.superAdmin) };
}

const header = 'conversation,time,role,text';
const row = (id: string, at: string, text = 'Hi', role = 'user') => `${id},${at},${role},${text}`;
const toCsv = (rows: readonly string[]) => [header, ...rows].join('\n');
const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString();

test.each([
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${toCsv([row('c1', at(0), 'Päike €')])}`), 'utf-8'],
  ['UTF-16 with a mark', Buffer.from(`\uFEFF${toCsv([row('c1', at(0), 'Päike €')])}`, 'utf16le'), 'utf-16le'],
  ['UTF-16 of the other order', Buffer.from(toCsv([row('c1', at(0), 'Päike €')]), 'utf16le').swap16(), 'utf-16be'],
  ['Windows-1252', Buffer.from(toCsv([row('c1', at(0), 'P\u00e4ike \u0080')]), 'latin1'), 'windows-1252'],
])('a file in %s is read', async (_, bytes, encoding) => {
  const importer = await makeImporter();
  const done = await importer.run(bytes);
  expect(done).toMatchObject({ settings: { encoding }, conversations: 1, leftOut: [] });
  expect(await importer.texts()).toEqual({ c1: ['U: Päike €'] });
});

test('one text that is cut within a character changes nothing about the others', async () => {
  const importer = await makeImporter();
  const good = Array.from({ length: 50 }, (_, place) => row('c1', at(place), 'Õhtust! Größe … 😀'));
  const cut = Buffer.from(row('c2', at(0), 'Head päeva 😀')).subarray(0, -2);
  const bytes = Buffer.concat([
    Buffer.from(`${toCsv(good)}\n`),
    cut,
    Buffer.from(`\n${row('c3', at(0), 'Tere\u0000!')}`),
  ]);
  const done = await importer.run(bytes);
  expect(done).toMatchObject({ settings: { encoding: 'utf-8' }, records: 52, conversations: 3, leftOut: [] });
  expect(await importer.texts()).toEqual({
    c1: good.map(() => 'U: Õhtust! Größe … 😀'),
    c2: ['U: Head päeva \uFFFD'],
    c3: ['U: Tere\uFFFD!'],
  });
});

test('ids that are cut within a character are left out: two of them would become one', async () => {
  const importer = await makeImporter();
  const bytes = Buffer.from(toCsv([row('c\u00ff', at(0)), row('c2', at(0), '\u00ff')]), 'latin1');
  const done = await importer.run(bytes, () => importSettings);
  expect(done).toMatchObject({ records: 2, conversations: 1, leftOut: [{ reason: 'fields', places: [1] }] });
  expect(await importer.texts()).toEqual({ c2: ['U: \uFFFD'] });
});

test('half an emoji in JSON is replaced', async () => {
  const importer = await makeImporter();
  const [, log] = watsonxLogs;
  const content = JSON.stringify([log]).replace('Days left?', String.raw`Days \ud83d left \u0000?`);
  expect(await importer.run(content)).toMatchObject({ conversations: 1, leftOut: [] });
  expect((await importer.texts())['w-session']?.[0]).toBe('U: Days \uFFFD left \uFFFD?');
});

test('what PostgreSQL writes is read, and the preview shows a date that is none', async () => {
  const importer = await makeImporter();
  const content = toCsv([
    row('c1', '2026-01-05 10:00:00.745232+02'),
    row('c1', '2026-01-05\u00A010:00:02+02', 'Hello', 'bot'),
    row('c2', 'next week'),
  ]);
  const { id } = await importer.upload(content);
  const { leftOut, settings } = await importer.preview(id);
  expect(leftOut).toEqual([{ reason: 'no-date', count: 1, places: [3], detail: '“next week”' }]);
  await importer.start(id, settings);
  const done = await importer.waitForEnd(id);
  expect(done).toMatchObject({ conversations: 1, messages: 2 });
  // Content of the file is shown, but not kept.
  expect(done.leftOut).toEqual([{ reason: 'no-date', count: 1, places: [3] }]);
  const sent = await importer.rows('messages');
  expect(sent.map(({ sent_at: date }) => (date as Date).toISOString()).toSorted()).toEqual([
    '2026-01-05T08:00:00.745Z',
    '2026-01-05T08:00:02.000Z',
  ]);
});

test('a question of the repeated hour stays before its answer, also over parts of a file', async () => {
  const importer = await makeImporter();
  const times = ['03:57', '03:58', '03:02', '03:03', '04:01'];
  const filler = Array.from({ length: 600 }, (_, place) => row(`f${place}`, '2025-10-26 02:30:00', 'x'.repeat(400)));
  const rows = times.map((time, place) =>
    row('c1', `2025-10-26 ${time}:00`, `${place}`, place % 2 === 0 ? 'user' : 'bot'),
  );
  const [one = '', two = '', ...others] = rows;
  const done = await importer.run(toCsv([one, two, ...filler, ...others]));
  expect(done).toMatchObject({ records: 605, leftOut: [] });
  expect((await importer.texts())['c1']).toEqual(['U: 0', 'A: 1', 'U: 2', 'A: 3', 'U: 4']);
});
