import { expect, test } from 'vitest';
import type { ImportSettings } from '#features/imports/contract/import-settings.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { importSettings } from '#features/intake/server/testing/make-import.ts';
import { makeReportingCompany } from '#features/intake/server/testing/person-sender.ts';
import { createImporter } from './testing/importer.ts';

const portal = useTestPortal();

async function makeImporter() {
  const company = await makeReportingCompany(portal());
  return createImporter(portal(), company, company.superAdmin);
}

const zip = (entry: string) => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(26), Buffer.from(entry)]);

test('what is no log is refused with what it is and what can be imported', async () => {
  const importer = await makeImporter();
  const files: ReadonlyArray<readonly [words: string, content: string | Uint8Array]> = [
    ['an Excel workbook: save it as CSV', zip('[Content_Types].xml xl/workbook.xml')],
    ['a LibreOffice workbook: save it as CSV', zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet')],
    ['a zip archive: unpack it', zip('conversations.json')],
    ['an older office program', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])],
    ['a PDF document', '%PDF-1.7\n1 0 obj\n'],
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
    ['a compressed file', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 1, 2, 3])],
    ['a web page', '<!DOCTYPE html><html><table><tr><td>x</td></tr></table></html>'],
    ['XML', '<?xml version="1.0"?><log/>'],
    ['JSON of no format', '{"hello":"world"}'],
    ['JSON of no format', '[{"a":1},{"b":2}]'],
    ['JSON of no format', '{"logs": [broken\n'],
    ['a text without columns', 'Dear all,\nthis is a letter.\nBest regards\n'],
    ['no text', Buffer.from(Array.from({ length: 3000 }, (_, place) => (place * 7919) % 251))],
  ];
  for (const [words, content] of files) {
    const { id } = await importer.upload(content, 'log');
    const { status, body } = await importer.call(`/${id}/preview`, {});
    expect({ status, body }).toMatchObject({ status: 422, body: { code: 'imports.unreadable' } });
    const { message } = body as { message: string };
    expect(message).toContain(words);
    expect(message).toMatch(/watsonx Assistant logs.*ChatGPT conversations.*Slack messages/);
    await importer.call(`/${id}/file`, undefined, 'DELETE');
  }
  const { id } = await importer.upload('{"hello":"world"}');
  expect((await importer.start(id, { ...importSettings, csv: undefined } as unknown as ImportSettings)).status).toBe(
    422,
  );
});

test('a transcript that Excel has cut is stored up to the cut, and says so', async () => {
  const importer = await makeImporter();
  const activities = Array.from({ length: 400 }, (_, place) => ({
    id: `a${place}`,
    type: 'message',
    timestamp: 1767600000 + place,
    from: { id: 'x', role: place % 2 === 0 ? 1 : 0 },
    text: `text ${place}`,
  }));
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const toRow = (id: string, content: string) => [id, '2026-01-05T08:00:00Z', content, '{}'].map(cell).join(',');
  const whole = JSON.stringify({ activities: activities.slice(0, 2) });
  const content = [
    'Name,Conversation Start Time,Content,Metadata',
    toRow('c1', JSON.stringify({ activities }).slice(0, 32_767)),
    toRow('c2', whole),
    toRow('c3', `{"activities":[{"id":"${'x'.repeat(40_000)}`.slice(0, 32_767)),
  ].join('\r\n');
  const done = await importer.run(content);
  expect(done).toMatchObject({ settings: { format: 'copilot' }, records: 3, conversations: 2 });
  expect(done.leftOut).toEqual([
    { reason: 'cut', count: 1, places: [1], detail: 'cut at 32,767 characters, as Excel and Power BI do' },
    { reason: 'unreadable', count: 1, places: [3], detail: 'cut at 32,767 characters, as Excel and Power BI do' },
  ]);
  const messages = await importer.rows('messages');
  const parts = messages.map((message) => message['parts'] as Array<{ value: string }>);
  expect(parts.filter((each) => each.some(({ value }) => value === '[truncated by the sender]'))).toHaveLength(1);
});
