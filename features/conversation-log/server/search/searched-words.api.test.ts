import { beforeAll, expect, test } from 'vitest';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { addSkill } from '#domain/conversations/testing/conversation-rows.ts';
import { createSearchKit, toTexts, type Reporter } from './testing/search-kit.ts';

const portal = useTestPortal();
const { findIds, index, makeReporter, report, search } = createSearchKit(portal);

let reporter: Reporter;
beforeAll(async () => {
  reporter = await makeReporter();
  await report(
    reporter,
    { id: 'thai', daysAgo: 1, texts: ['เขากำลังกินข้าวที่บ้าน'] },
    { id: 'lao', daysAgo: 2, texts: ['ຂ້ອຍກຳລັງກິນເຂົ້າ'] },
    { id: 'khmer', daysAgo: 3, texts: ['ខ្ញុំទៅសាលារៀន'] },
    { id: 'korean', daysAgo: 4, texts: ['내일 휴가를 신청했어요', '연휴가 깁니다'] },
    { id: 'korean apart', daysAgo: 5, texts: ['휴가는 언제입니까?'.normalize('NFD')] },
    { id: 'hindi', daysAgo: 6, texts: ['किताब में'] },
  );
  await index();
});

test.each([
  ['กินข้าว', ['thai']],
  ['กันข้าว', []],
  ['ກິນເຂົ້າ', ['lao']],
  ['សាលារៀន', ['khmer']],
  ['휴가', ['korean', 'korean apart']],
  ['휴가를', ['korean']],
  ['가를', []],
  ['किताब', ['hindi']],
  ['कातब', []],
])('%s is found in %j', async (words, expected) => {
  expect(await findIds(words, reporter.superAdmin)).toEqual(expected);
});

test('the words of a run are marked in it', async () => {
  const texts = toTexts(await search(reporter.superAdmin, 'กินข้าว'));
  expect(texts).toEqual([['เขากำลัง[กินข้าว]ที่บ้าน']]);
  expect(toTexts(await search(reporter.superAdmin, '휴가를'))).toEqual([['내일 [휴가를] 신청했어요']]);
});

test('the skills that an assistant offers are not what was said', async () => {
  const greeting = await makeReporter();
  const groups = [{ name: 'Finance', data: [{ id: 1, name: 'Invoice status' }] }];
  const offered = { id: '9', isAssistant: true, author: 'A', data: [{ type: 'availableSkills', groups }] };
  const conversation = (id: string, text: string) => {
    const date = portal().clock.now().toISOString();
    const said = { id: '1', isAssistant: false, author: 'U', data: [{ type: 'text', value: text }] };
    return { id, date, messages: [said, offered].map((message) => ({ ...message, date })) };
  };
  const conversations = [conversation('asked', 'Where is my invoice?'), conversation('greeted', 'Hello')];
  const { status } = await portal().call('/intake/conversations', {
    body: { conversations },
    headers: greeting.headers,
  });
  expect(status).toBe(200);
  await index();
  expect(await findIds('invoice', greeting.superAdmin)).toEqual(['asked']);
});

test('nor are the skills that it recites as text', async () => {
  const reciting = await makeReporter();
  for (const name of ['Invoice status', 'Stock check', 'Payslip'])
    await addSkill(portal().database, reciting.companyId, name);
  const list = 'I can help with:<ul><li>Invoice status</li><li>Stock check</li><li>Payslip</li></ul>';
  await report(
    reciting,
    { id: 'asked', texts: ['Where is my invoice?', 'Invoice status: it is paid'] },
    { id: 'greeted', daysAgo: 1, texts: ['Hello', list] },
  );
  await index();
  expect(await findIds('invoice', reciting.superAdmin)).toEqual(['asked']);
  expect(await findIds('help', reciting.superAdmin)).toEqual(['greeted']);
  expect(toTexts(await search(reciting.superAdmin, 'help'))).toEqual([['I can [help] with:']]);
});
