import { expect, test } from 'vitest';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { makeReportingCompany } from '#features/intake/server/testing/person-sender.ts';
import { verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';
import { dialogflowTextEntries } from './testing/dialogflow-es.ts';
import {
  bigQueryRow,
  copilotTranscript,
  dialogflowEntries,
  dialogflowJsonEntries,
  watsonxLogs,
} from './testing/exports.ts';
import { createImporter } from './testing/importer.ts';

const portal = useTestPortal();

async function makeImporter() {
  const company = await makeReportingCompany(portal());
  return { ...company, ...createImporter(portal(), company, company.superAdmin) };
}

const toLines = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');
const toCsv = (fields: object) =>
  [Object.keys(fields), Object.values(fields)]
    .map((cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\r\n');

test.each([
  ['an answer of the API', JSON.stringify({ logs: watsonxLogs, pagination: { next_cursor: '{"a":[1]}' } }, null, 2)],
  ['several answers', toLines(watsonxLogs.map((log) => ({ pagination: {}, logs: [log] })))],
  ['a list', JSON.stringify(watsonxLogs)],
  ['lines', toLines(watsonxLogs)],
])('logs of watsonx Assistant, %s', async (_, content) => {
  const importer = await makeImporter();
  expect(await importer.run(content)).toMatchObject({
    state: 'finished',
    settings: { format: 'watsonx', billed: false },
    records: 3,
    conversations: 1,
    messages: 5,
    leftOut: [],
  });
  expect(await importer.texts()).toEqual({
    'w-session': ['A: Welcome!', 'U: Days left?', 'A: Which year?', 'U: A person, please', 'A: Asks for leave days'],
  });
  const [stored] = await importer.rows('conversations');
  expect(stored).toMatchObject({
    started_at: new Date('2026-03-02T08:00:00.000Z'),
    api_calls: 1,
    slowest_ms: 1500,
    turns: [{ durationMs: 1500 }, { tools: [{ name: 'Leave days', error: 'timeout' }] }, {}],
  });
  expect(await importer.rows('reported_skills')).toMatchObject([{ name: 'Leave days' }]);
  expect(await verifyRollups(portal().database, importer.companyId)).toEqual([]);
});

test('logs of Dialogflow CX: Cloud Logging and BigQuery', async () => {
  const importer = await makeImporter();
  expect(await importer.run(toLines([...dialogflowEntries, bigQueryRow]))).toMatchObject({
    state: 'finished',
    settings: { format: 'dialogflow' },
    records: 3,
    conversations: 2,
    messages: 4,
    leftOut: [{ reason: 'other-kind', count: 1, places: [1] }],
  });
  expect(await importer.texts()).toEqual({
    'd-session': ['U: Opening hours?', 'A: From nine to five.'],
    'q-session': ['U: Store?', 'A: Tallinn.'],
  });
  expect(await importer.rows('reported_skills')).toMatchObject([{ name: 'Store' }]);
  const stored = await importer.rows('conversations');
  expect(stored.find(({ external_id: id }) => id === 'd-session')).toMatchObject({
    turns: [{ tools: [{ name: 'webhook', error: 'deadline exceeded' }] }],
  });
});

test('logs of Dialogflow ES: the text entries of Cloud Logging', async () => {
  const importer = await makeImporter();
  expect(await importer.run(JSON.stringify(dialogflowTextEntries))).toMatchObject({
    state: 'finished',
    settings: { format: 'dialogflow' },
    records: 6,
    conversations: 1,
    messages: 5,
    leftOut: [
      { reason: 'other-kind', count: 2, places: [2, 4] },
      { reason: 'unreadable', count: 1, places: [6] },
    ],
  });
  expect(await importer.texts()).toEqual({
    'e-session': [
      'A: Tere!',
      'U: Mitu päeva on jäänud? "kõik"',
      'A: 12 päeva {12}\nJah',
      'U: Ja pank?',
      'A: Vabandust',
    ],
  });
  const parts = (await importer.rows('messages')).map((row) => row['parts']);
  expect(parts).toContainEqual([
    { type: 'text', value: '12 päeva {12}\nJah' },
    { type: 'text', value: 'Next year' },
  ]);
  expect(await importer.rows('reported_skills')).toMatchObject([{ name: 'Puhkus' }]);
  expect(await importer.rows('conversations')).toMatchObject([
    {
      started_at: new Date('2026-03-04T09:00:00.644Z'),
      api_calls: 2,
      turns: [{}, { tools: [{ name: 'webhook' }] }, { tools: [{ name: 'webhook', error: 'Webhook call failed.' }] }],
    },
  ]);
});

test('logs of Dialogflow ES: the JSON entries of Cloud Logging', async () => {
  const importer = await makeImporter();
  expect(await importer.run(JSON.stringify(dialogflowJsonEntries))).toMatchObject({
    state: 'finished',
    settings: { format: 'dialogflow' },
    records: 2,
    conversations: 1,
    messages: 3,
    leftOut: [],
  });
  expect(await importer.texts()).toEqual({ 'j-session': ['A: Tere!', 'U: Mitu päeva?', 'A: 12 päeva'] });
  expect(await importer.rows('reported_skills')).toMatchObject([{ name: 'Puhkus' }]);
  expect(await importer.rows('conversations')).toMatchObject([
    { api_calls: 1, turns: [{}, { tools: [{ name: 'webhook', error: 'deadline exceeded' }] }] },
  ]);
});

test.each([
  ['rows of the API', JSON.stringify({ '@odata.context': 'x', value: [copilotTranscript] })],
  ['an exported table', toCsv(copilotTranscript)],
])('transcripts of Copilot Studio, %s', async (_, content) => {
  const importer = await makeImporter();
  expect(await importer.run(content)).toMatchObject({
    state: 'finished',
    settings: { format: 'copilot' },
    records: 1,
    conversations: 1,
    messages: 3,
    leftOut: [],
  });
  expect(await importer.texts()).toEqual({
    'p-session': ['A: **Hello**', 'U: My laptop is <broken>', 'A: A ticket was made.'],
  });
  expect(await importer.rows('reported_skills')).toMatchObject([{ name: 'RepairDevice' }]);
  expect(await importer.rows('conversations')).toMatchObject([
    {
      api_calls: 1,
      status: 4,
      turns: [{ durationMs: 4000, tools: [{ name: 'InvokeFlowAction', error: 'flow failed' }] }],
    },
  ]);
});

test('a CSV with question and answer in a row, of seconds, without names of columns', async () => {
  const importer = await makeImporter();
  const content = '1772500000|s1|How?|So.|gpt-5|800\n1772500060|s1|And then?||gpt-5|\n';
  const { id } = await importer.upload(content);
  const found = await importer.preview(id);
  expect(found.settings.csv).toMatchObject({ separator: '|', hasHeader: false });
  expect(found.faults.map(({ path }) => path)).toContain('settings.csv.columns.speaker');
  const done = await importer.run(content, (settings) => ({
    ...settings,
    csv: {
      separator: '|',
      hasHeader: false,
      layout: 'exchange',
      dateFormat: 'seconds',
      columns: { conversation: 1, date: 0, question: 2, answer: 3, model: 4, durationMs: 5 },
      assistantValues: [],
    },
  }));
  expect(done).toMatchObject({ records: 2, conversations: 1, messages: 3 });
  expect(await importer.texts()).toEqual({ s1: ['U: How?', 'A: So.', 'U: And then?'] });
  expect(await importer.rows('conversations')).toMatchObject([{ turns: [{ model: 'gpt-5', durationMs: 800 }] }]);
});
