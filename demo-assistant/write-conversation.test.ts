import { describe, expect, test } from 'vitest';
import { conversationStatuses } from '#contract/conversations/conversations.ts';
import { IntakeConversation } from '#features/intake/contract/intake.ts';
import { tableItemsPerPage } from '#features/conversation-log/contract/sizes.ts';
import { addMonths } from '#contract/calendar/zones.ts';
import { getStore } from './skills/demo-skills.ts';
import { companyCasts } from './company-cast.ts';
import { languages, phrases } from './languages.ts';
import { planMonth } from './plan-month.ts';
import { writeConversation } from './write-conversation.ts';

const startedAt = new Date('2026-11-21T15:00:00.000Z');
const fileKeys = { receipt: 'receipt-key', screen: 'screen-key', parcel: 'parcel-key' };
const partTypes = ['text', 'picture', 'video', 'formResult', 'chart', 'filePicker', 'availableSkills', 'table'];

function writeMonths(slug: string, monthCount: number) {
  const cast = companyCasts.find((each) => each.slug === slug);
  if (!cast) throw new Error(`no company ${slug}`);
  const months = Array.from({ length: monthCount }, (_, index) => ({
    month: addMonths('2026-11-01', -index),
    age: 1 - index / 23,
    startedAt,
  }));
  return months
    .flatMap((month) => planMonth(cast, month))
    .map((occasion) => writeConversation(occasion, { cast, fileKeys, assistantName: 'Stew' }));
}

const acme = writeMonths('acme', 24);
const globex = writeMonths('globex', 24);
const acmeParts = acme.flatMap(({ messages = [] }) => messages.flatMap(({ data }) => data));

const count = <T>(items: readonly T[], is: (item: T) => boolean) => items.filter(is).length;

// Fifteen thousand conversations.
describe('conversations of the demo', () => {
  test('all match the contract', () => {
    const refused = [...acme, ...globex].flatMap((conversation) => {
      const { error } = IntakeConversation.safeParse(conversation);
      return error ? [{ id: conversation.id, issues: error.issues }] : [];
    });
    expect(refused).toEqual([]);
  });

  test('are deterministic', () => {
    expect(writeMonths('acme', 1)).toEqual(acme.slice(0, writeMonths('acme', 1).length));
  });

  test('have unique ids, and a plausible number for two years', () => {
    expect(acme.length).toBeGreaterThan(11_000);
    expect(acme.length).toBeLessThan(13_000);
    expect(globex.length).toBeGreaterThan(2200);
    expect(globex.length).toBeLessThan(2800);
    expect(new Set([...acme, ...globex].map(({ id }) => id)).size).toBe(acme.length + globex.length);
  });

  test('contain every kind of part, and tables of more than one page', () => {
    expect([...new Set(acmeParts.map(({ type }) => type))].toSorted()).toEqual(partTypes.toSorted());
    const rows = acmeParts.flatMap((part) => (part.type === 'table' ? [part.sourceData.length] : []));
    expect(Math.max(...rows)).toBeGreaterThan(tableItemsPerPage);
    expect(acmeParts.some((part) => part.type === 'text' && Array.isArray(part.value))).toBe(true);
  });

  test('contain pictures only in messages of users', () => {
    const shown = acme.flatMap(({ messages = [] }) =>
      messages.filter(({ data }) => data.some(({ type }) => type === 'filePicker')),
    );
    expect(shown.length).toBeGreaterThan(100);
    expect(shown.every(({ isAssistant }) => !isAssistant)).toBe(true);
  });

  test('have every status, mostly Completed, and Processing only in the last hour', () => {
    for (const status of conversationStatuses) expect(count(acme, (each) => each.status === status)).toBeGreaterThan(0);
    expect(count(acme, ({ status }) => status === 'Completed') / acme.length).toBeGreaterThan(0.8);
    const processing = acme.filter(({ status }) => status === 'Processing');
    const oldest = Math.min(...processing.map(({ date }) => Date.parse(date)));
    expect(startedAt.getTime() - oldest).toBeLessThan(60 * 60_000);
  });

  test('have no date in the future', () => {
    const dates = [...acme, ...globex].flatMap(({ date, approvedAt = date, messages = [] }) => [
      date,
      approvedAt,
      ...messages.map((message) => message.date),
    ]);
    expect(dates.filter((date) => Date.parse(date) > startedAt.getTime())).toEqual([]);
  });

  test('leave no placeholder unfilled', () => {
    const texts = JSON.stringify([...acme, ...globex]);
    expect(/\{\w+\}(?!")|\[\[|undefined/.exec(texts)?.[0]).toBeUndefined();
  });

  test('report technical users, unknown users, an unknown skill, and this month every skill of the store', () => {
    expect(count(acme, ({ user }) => user?.isTechnical === true)).toBeGreaterThan(100);
    expect(acme.some(({ user }) => user?.id?.endsWith('@contractor.example'))).toBe(true);
    const store = getStore('Acme Manufacturing').map(({ name }) => name);
    expect(store).toHaveLength(14);
    const reported = [...new Set(acme.map(({ skill = '' }) => skill))];
    expect(reported.filter((skill) => !store.includes(skill))).toEqual(['Canteen menu']);
    const thisMonth = new Set(acme.filter(({ date }) => date >= '2026-11-01').map(({ skill }) => skill));
    expect(store.filter((skill) => !thisMonth.has(skill))).toEqual([]);
  });

  test.each(languages)('speak %s too', (language) => {
    const offered = phrases[language].skillsOffered.split('{')[0] ?? '';
    const texts = [...acme, ...globex].flatMap(({ messages = [] }) =>
      messages.flatMap(({ data }) => data.flatMap((part) => (part.type === 'text' ? [part.value].flat() : []))),
    );
    expect(texts.some((text) => text.startsWith(offered))).toBe(true);
  });
});
