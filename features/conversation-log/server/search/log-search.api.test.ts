import { beforeAll, expect, test } from 'vitest';
import type { HistoryMessage } from '#features/conversation-log/contract/history-messages.ts';
import type { LogQuery } from '#features/conversation-log/contract/log-query.ts';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { createSearchKit, dayMs, toTexts, type Reporter, type Said } from './testing/search-kit.ts';

const portal = useTestPortal();
const kit = createSearchKit(portal);
const { call, index, makeReporter, report, search, year } = kit;

let company: Reporter;
let stranger: Reporter;
const spoken: readonly Said[] = [
  {
    id: 'english',
    daysAgo: 1,
    status: 'Completed',
    skill: 'Invoices',
    user: { id: 'u1', firstName: 'Anna' },
    texts: [
      'Where are the invoices of the delivery?',
      'The invoice 4500017263 was <b>posted</b> on Monday, it is paid.',
    ],
  },
  {
    id: 'german',
    daysAgo: 40,
    status: 'Failed',
    skill: 'Invoices',
    user: { id: 'u2', firstName: 'Bert' },
    texts: ['Wo sind die Rechnungen für die Häuser?', 'Die Bestellung ist noch nicht freigegeben und wird geprüft.'],
  },
  {
    id: 'estonian',
    daysAgo: 300,
    status: 'Completed',
    skill: 'Leave',
    user: { id: 'u1' },
    texts: ['Kas arved on kinnitatud?', 'Jah, teie avaldused on kõik kinnitatud ja õigel ajal.'],
  },
  {
    id: 'plain',
    daysAgo: 2,
    status: 'Completed',
    texts: ['Rechnungen', 'kalle@elsewhere.example, EE382200221020145685, order of the house'],
  },
];

beforeAll(async () => {
  company = await makeReporter();
  stranger = await makeReporter();
  await report(company, ...spoken);
  await report(stranger, { id: 'other', texts: ['The invoice of another company'] });
  await index();
});

const findIds = (query: string | LogQuery, as = company.superAdmin) => kit.findIds(query, as);

test.each([
  ['a word in another form, in English', 'invoicing', ['english']],
  ['in German, also where no common word names the language', 'rechnung', ['plain', 'german']],
  ['with an umlaut in the text alone', 'haus', ['german']],
  ['letters without their marks', 'oigel freigegeben', []],
  ['letters without their marks, in Estonian', 'oigel', ['estonian']],
  ['a number', '4500017263', ['english']],
  ['two words of different messages', 'delivery posted', ['english']],
  ['a word that tags divide from the others', 'posted', ['english']],
  ['a phrase', '"posted on monday"', ['english']],
  ['not a phrase in another order', '"on posted monday"', []],
  ['a phrase of common words', '"of the"', ['english', 'plain']],
  ['a common word in quotes', '"nicht"', ['german']],
  ['a phrase that would reach into the next message', '"delivery the invoice"', []],
  ['without a word', 'rechnungen -häuser', ['plain']],
  ['common words beside others', 'the invoice', ['english']],
  ['in capitals, full-width letters and punctuation', 'ＩＮＶＯＩＣＥ!!', ['english']],
  ['operators as words', 'invoice & (posted | paid):* AND', ['english']],
  ['a quote that is not closed', '"invoice 4500017263', ['english']],
  ['no word that stands nowhere', 'invoice nowhere', []],
])('finds %s', async (_, words, expected) => {
  expect(await findIds(words)).toEqual(expected);
});

test('finds a word in another form, in Estonian', async ({ skip }) => {
  const [server] = await runSql<{ version: number }>(
    portal().database.actors,
    `select current_setting('server_version_num')::integer as version`,
  );
  skip((server?.version ?? 0) < 180_000, 'PostgreSQL has a stemmer for Estonian from version 18 on');
  expect(await findIds('arvete')).toEqual(['estonian']);
});

test('hits are marked in their context, in the message they stand in', async () => {
  const page = await search(company.superAdmin, 'delivery "posted on"');
  expect(toTexts(page)).toEqual([
    ['Where are the invoices of the [delivery]?', 'The invoice 4500017263 was [posted on] Monday, it is paid.'],
  ]);
  expect(page).toMatchObject({
    size: 1,
    search: { hasMore: false, ignored: [], indexedUntil: null, indexedFrom: null },
  });
  const [{ _id = '', hits = [] } = {}] = page.payloads;
  const { body } = await portal().call(`/analytics/logs/conversation/${_id}`, { as: company.superAdmin });
  expect(hits.map(({ messageId }) => messageId)).toEqual((body as HistoryMessage[]).map(({ id }) => id));
});

test('an excerpt of a long message is cut at words', async () => {
  const words = Array.from({ length: 60 }, (_, place) => `filler${place}`).join(' ');
  const reporter = await makeReporter();
  await report(reporter, { id: 'long', texts: [`${words} needle ${words} needle`] });
  await index();
  const [[text = ''] = []] = toTexts(await search(reporter.superAdmin, 'needle'));
  expect(text).toMatch(/^… filler\d+ .* filler59 \[needle\] filler0 .* …$/);
  expect(text.length).toBeLessThan(220);
});

test('what is masked is not found, nor shown in a hit', async () => {
  for (const words of ['kalle', 'kalle@elsewhere.example', 'EE382200221020145685', '"elsewhere example"'])
    expect(await findIds(words)).toEqual([]);
  expect(toTexts(await search(company.superAdmin, '"order of the house"'))).toEqual([
    ['[e-mail], [IBAN], [order of the house]'],
  ]);
});

test('every filter counts beside the words', async () => {
  const { superAdmin } = company;
  const skills = (await portal().call(`/analytics/top-skills?from=${year().from}`, { as: superAdmin })).body as {
    _id: string;
    name: string;
  }[];
  const users = (await portal().call(`/analytics/top-users?from=${year().from}`, { as: superAdmin })).body as {
    _id: string;
    firstName: string;
  }[];
  const invoices = skills.filter(({ name }) => name === 'Invoices').map(({ _id }) => _id);
  const anna = users.filter(({ firstName }) => firstName === 'Anna').map(({ _id }) => _id);
  expect(await findIds({ search: 'rechnung', status: ['Failed'] })).toEqual(['german']);
  expect(await findIds({ search: 'rechnung', skills: invoices })).toEqual(['german']);
  expect(await findIds({ search: 'invoice', users: anna, skills: invoices, status: ['Completed'] })).toEqual([
    'english',
  ]);
  expect(await findIds({ search: 'invoice', users: anna, skills: invoices, status: ['Failed'] })).toEqual([]);
  const from = new Date(portal().clock.now().getTime() - 10 * dayMs).toISOString();
  expect(await findIds({ search: 'rechnung', from })).toEqual(['plain']);
  expect(await findIds({ search: 'rechnung', slowerThanMs: 1 })).toEqual([]);
});

test.each([
  ['', 4],
  ['   ', 4],
])('a blank search %j is none', async (words, size) => {
  const page = await search(company.superAdmin, words);
  expect(page.size).toBe(size);
  expect(page.search).toBeUndefined();
});

test.each([
  ['only common words', 'the of und', 422, 'search.too-common'],
  ['only marks', '"" & !! ()', 422, 'request.invalid'],
  ['only what is left out', '-invoice', 422, 'request.invalid'],
  ['NUL', 'invoice\u0000', 400, 'request.malformed'],
  ['too many words', 'word '.repeat(20), 422, 'request.invalid'],
  ['too long', 'x'.repeat(201), 422, 'request.invalid'],
  ['half of a character', 'invoice \ud83d', 400, 'request.malformed'],
])('%s is answered clearly', async (_, words, status, code) => {
  const answer = await call(company.superAdmin, { search: words });
  expect({ status: answer.status, code: (answer.body as { code?: string }).code }).toEqual({ status, code });
});

test('a megabyte is refused before it is read', async () => {
  expect((await call(company.superAdmin, { search: 'word '.repeat(220_000) })).status).toBe(413);
});

test('the own company alone is searched', async () => {
  expect(await findIds('invoice', stranger.superAdmin)).toEqual(['other']);
});

test('a reader of the own conversations finds those alone, and without the right nothing is searched', async () => {
  const reporter = await makeReporter();
  const { companyId, superAdmin } = reporter;
  const user = await portal().makeUser(companyId, { firstName: 'Own' });
  await report(
    reporter,
    { id: 'own', texts: ['The invoice is mine'], user: { email: user.email } },
    { id: 'foreign', texts: ['The invoice is theirs'], user: { id: 'someone' } },
  );
  await index();
  const setLevel = (level: string) =>
    portal().call('/company/rights', {
      as: superAdmin,
      method: 'PUT',
      body: { levels: { ...defaultRights, transcripts: { ...defaultRights.transcripts, User: level } } },
    });
  expect(await findIds('invoice', user)).toHaveLength(2);
  await setLevel('own');
  expect(await findIds('invoice', user)).toEqual(['own']);
  await setLevel('none');
  expect((await call(user, { search: 'invoice' })).status).toBe(403);
});

test('more than 1,000 are said to be more, and the newest are listed', async () => {
  const reporter = await makeReporter();
  const said = Array.from({ length: 1001 }, (_, place) => ({
    id: `${place}`,
    daysAgo: place / 10,
    texts: ['a thousand invoices'],
  }));
  for (let at = 0; at < said.length; at += 500) await report(reporter, ...said.slice(at, at + 500));
  await index();
  const page = await search(reporter.superAdmin, { search: 'invoice', limit: 20 });
  expect(page).toMatchObject({ size: 1000, search: { hasMore: true } });
  expect(page.payloads).toHaveLength(20);
  expect(await findIds({ search: 'invoice', limit: 2, page: 500 }, reporter.superAdmin)).toEqual(['998', '999']);
  const exact = await search(reporter.superAdmin, {
    search: 'invoice',
    from: new Date(portal().clock.now().getTime() - 99.95 * dayMs).toISOString(),
  });
  expect(exact).toMatchObject({ size: 1000, search: { hasMore: false } });
});

test('downloads take what the search finds', async () => {
  const download = async (path: string) => {
    const answer = await fetch(`${portal().url}/api/exports/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${company.superAdmin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...year(), search: 'rechnung', format: 'jsonl' }),
    });
    expect(answer.status).toBe(200);
    return (await answer.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { externalId: string; text?: string });
  };
  expect((await download('conversations')).map(({ externalId }) => externalId)).toEqual(['plain', 'german']);
  expect((await download('messages')).map(({ text }) => text)).toContain('Wo sind die Rechnungen für die Häuser?');
});

test('the pages of a search list each conversation once, while others come in', async () => {
  const reader = await makeReporter();
  const now = portal().clock.now().getTime();
  const at = (place: number) => ({ date: new Date(now - place * 60_000).toISOString() });
  await report(
    reader,
    ...Array.from({ length: 9 }, (_, place) => ({ id: `c${place}`, texts: ['The invoice'], ...at(10) })),
  );
  await index();
  const query = { search: 'invoice', limit: 4 };
  const first = await kit.search(reader.superAdmin, query);
  await report(reader, { id: 'newer', texts: ['The invoice'] }, { id: 'late', texts: ['The invoice'], ...at(5) });
  await index();
  const last = first.payloads.at(-1);
  const place = { date: last?.date ?? '', id: last?._id ?? '', seen: 4 };
  const [second, third] = await Promise.all(
    [2, 3].map((page) => kit.search(reader.superAdmin, { ...query, page, place })),
  );
  expect(second).toMatchObject({ size: 9, newer: 2 });
  const ids = [first, second, third].flatMap((page) => page?.payloads.map(({ _id }) => _id) ?? []);
  expect(ids).toHaveLength(9);
  expect(new Set(ids).size).toBe(9);
});
