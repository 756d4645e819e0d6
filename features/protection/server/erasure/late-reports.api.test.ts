import { expect, test } from 'vitest';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import {
  erasePerson,
  findPerson,
  findText,
  makeReportingCompany,
  waitForErasures,
} from '#features/intake/server/testing/person-sender.ts';
import { verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';

const portal = useTestPortal();
const mark = 'zqmark';
const at = (seconds = 0) => new Date(portal().clock.now().getTime() - 60_000 + seconds * 1000).toISOString();
const find = (as: TestUser, search: string) => findPerson(portal(), as, search);
const erase = (as: TestUser, id: string) => erasePerson(portal(), as, id);
const waitForDone = (as: TestUser) => waitForErasures(portal(), as);
const findColumns = (text: string) => findText(portal(), text);
const first = (id: string) => ({ id, date: at(), user: { id: `${mark}-7`, firstName: mark } });

test('what is reported about an erased person later is stored without text and name', async () => {
  const { companyId, superAdmin, send, rows } = await makeReportingCompany(portal());
  const text = 'zqlater';
  await send({ conversations: [first('first')] });
  expect((await erase(superAdmin, (await find(superAdmin, `${mark}-7`)).id)).status).toBe(201);
  await waitForDone(superAdmin);
  const later = (id: string, user?: object) => ({
    id,
    date: at(),
    reportedAt: at(30),
    ...(user && { user }),
    turns: [{ date: at(), error: text }],
    messages: [
      { id: `${text} ${id}`, date: at(), isAssistant: false, author: text, data: [{ type: 'text', value: text }] },
    ],
  });
  await send({
    conversations: [
      later('first'),
      later(`${text} second`, { id: `${mark}-7`, firstName: text, email: `${text}@x.example` }),
    ],
  });
  // Known by another of its keys from then on.
  await send({ conversations: [later('third', { email: `${text}@x.example` })] });
  // A message before the conversation says whose it is.
  await send({
    messages: [
      { id: 'm', conversationId: 'fourth', date: at(), isAssistant: true, data: [{ type: 'text', value: text }] },
    ],
  });
  await send({ conversations: [{ id: 'fourth', date: at(), user: { id: `${mark}-7` } }] });
  expect(await rows('conversations')).toHaveLength(4);
  expect(await rows('messages')).toHaveLength(4);
  expect(await findColumns(text)).toEqual([]);
  expect(await verifyRollups(portal().database, companyId)).toEqual([]);
});

test('a person who writes while it is erased leaves no text', async () => {
  const { companyId, superAdmin, send, rows } = await makeReportingCompany(portal());
  const text = 'zqatonce';
  const write = (place: number) =>
    send({
      conversations: [
        {
          id: `c${place % 7}`,
          date: at(),
          reportedAt: at(place),
          user: { id: 'u', firstName: text },
          messages: [
            { id: `m${place}`, date: at(), isAssistant: false, author: text, data: [{ type: 'text', value: text }] },
          ],
        },
      ],
    });
  await write(0);
  const { id } = await find(superAdmin, 'u');
  const answers = await Promise.all([
    ...Array.from({ length: 30 }, (_, place) => write(place)),
    erase(superAdmin, id),
    ...Array.from({ length: 30 }, (_, place) => write(30 + place)),
  ]);
  expect(answers.find((answer) => answer !== undefined)).toMatchObject({ status: 201 });
  await waitForDone(superAdmin);
  await write(99);
  expect(await rows('messages')).toHaveLength(61);
  expect(await findColumns(text)).toEqual([]);
  expect(await verifyRollups(portal().database, companyId)).toEqual([]);
});

test('spans of an erased person are derived without text, and none of them stays', async () => {
  const { companyId, superAdmin, postTo, rows } = await makeReportingCompany(portal());
  const text = 'zqspan';
  const nano = (seconds: number) => `${new Date(at(seconds)).getTime()}000000`;
  const span = (traceId: string, id: string) => ({
    traceId: traceId.repeat(32),
    spanId: id.repeat(16),
    name: 'chat m',
    kind: 3,
    startTimeUnixNano: nano(0),
    endTimeUnixNano: nano(1),
    attributes: [
      ['gen_ai.operation.name', 'chat'],
      ['gen_ai.conversation.id', `${text}-${traceId}`],
      ['user.id', `${text}-user`],
      ['gen_ai.input.messages', JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: text }] }])],
    ].map(([key, value]) => ({ key, value: { stringValue: value } })),
  });
  const post = (traceId: string, id: string) =>
    postTo('/otlp/v1/traces', { resourceSpans: [{ scopeSpans: [{ spans: [span(traceId, id)] }] }] });
  expect((await post('a', '1')).status).toBe(200);
  expect((await rows('messages')).length).toBeGreaterThan(0);
  const person = await find(superAdmin, `${text}-user`);
  await erase(superAdmin, person.id);
  await waitForDone(superAdmin);
  expect(await findColumns(text)).toEqual([]);
  expect((await post('b', '2')).status).toBe(200);
  expect(await rows('conversations')).toHaveLength(2);
  expect(await findColumns(text)).toEqual([]);
  expect(await verifyRollups(portal().database, companyId)).toEqual([]);
});
