import { expect, test } from 'vitest';
import { detectSettings } from './detect-settings.ts';

const now = new Date('2026-11-26T12:00:00Z');
const detect = (text: string) => {
  const { settings, rows } = detectSettings({ bytes: Buffer.from(text), isLast: true, now });
  return { ...settings.csv, rows };
};

const head = 'conversation;time;role;text';
const rows = 'c1;2026-01-05 08:00:00;user;Hi, there\nc1;2026-01-05 08:01:00;bot;Hello\n';
const columns = { conversation: 0, date: 1, speaker: 2, text: 3 };

test.each([
  ['a head alone', `${head}\n${rows}`, {}],
  ['sep=', `sep=;\r\n${head}\n${rows}`, { skippedRows: 1 }],
  ['sep= behind a mark', `\uFEFFsep=;\n${head}\n${rows}`, { skippedRows: 1 }],
  ['sep= in quotes', `"sep=;"\n${head}\n${rows}`, { skippedRows: 1 }],
  ['a title', `Chats of January 2026\n${head}\n${rows}`, { skippedRows: 1 }],
  [
    'a title over its columns',
    `Chats of January 2026;;;\n\nExported on 2026-02-01;;;\n${head}\n${rows}`,
    { skippedRows: 2 },
  ],
  ['sep= without a head', `sep=;\n${rows}`, { skippedRows: 1, hasHeader: false }],
  ['no head', rows, { hasHeader: false }],
])('%s', (_, text, expected) => {
  expect(detect(text)).toMatchObject({
    separator: ';',
    hasHeader: true,
    columns,
    assistantValues: ['bot'],
    ...expected,
  });
});

test.each([
  ['German', 'Gespräch;Zeitpunkt;Sprecher;Nachricht', 'Assistent', columns],
  ['German with numbers', 'Gesprächs-Nr.;Datum/Uhrzeit;Absender;Inhalt', 'Bot', columns],
  ['Estonian', 'Vestluse ID;Kuupäev ja kellaaeg;Saatja;Sõnum', 'robot', columns],
  ['Estonian, other words', 'Vestlus;Aeg;Roll;Tekst', 'vestlusrobot', columns],
  ['French', 'Conversation;Date;Auteur;Message', 'assistant', columns],
  ['Russian', 'Диалог;Время;Роль;Сообщение', 'бот', columns],
  ['a language of no list', 'خیط;وقت;کی;متن', 'bot', columns],
])('a head in %s is one, not a record', (_, header, word, expected) => {
  const found = detect(`${header}\n${rows.replaceAll(';bot;', `;${word};`)}`);
  expect(found).toMatchObject({ hasHeader: true, columns: expected, assistantValues: [word] });
});

test('names are tried in their order, and say what their values fit', () => {
  const found = detect(
    `message;conversation_id;created_at;type;content;author_type;message_id\nx;c1;2026-01-05 08:00;message;Hi;user;m1\ny;c1;2026-01-05 08:01;message;Hello;bot;m2\n`,
  );
  expect(found.columns).toMatchObject({ conversation: 1, date: 2, speaker: 5, text: 4, message: 6 });
});

test.each([
  ['German', 'Absender;Absendertyp', 'Kunde;Bot', { speaker: 3, userName: 2 }],
  ['German, the type first', 'Absendertyp;Absender', 'Kunde;Bot', { speaker: 2, userName: 3 }],
  ['German, another word', 'Verfasser;Rolle', 'Besucher;Assistent', { speaker: 3, userName: 2 }],
  ['English', 'Sender;Sender Type', 'user;bot', { speaker: 3, userName: 2 }],
  ['English, a name', 'Author name;Author role', 'customer;agent', { speaker: 3, userName: 2 }],
  ['English, the direction', 'From;Direction', 'inbound;outbound', { speaker: 3, userName: 2 }],
  ['Estonian', 'Saatja;Saatja tüüp', 'klient;robot', { speaker: 3, userName: 2 }],
  ['Finnish', 'Lähettäjä;Rooli', 'asiakas;botti', { speaker: 3, userName: 2 }],
])('a column of writers beside one of sides names the users: %s', (_, heads, sides, expected) => {
  const [ofUser = '', ofAssistant = ''] = sides.split(';');
  const isTypeFirst = /^\w*typ/i.test(heads);
  const row = (minute: number, name: string, side: string) =>
    `c1;2026-01-05 08:0${minute}:00;${isTypeFirst ? `${side};${name}` : `${name};${side}`};Hi`;
  const found = detect(
    `Gespräch;Zeit;${heads};Nachricht\n${row(0, 'Mari Tamm', ofUser)}\n${row(1, 'Steward', ofAssistant)}\n`,
  );
  expect(found.columns).toEqual({ conversation: 0, date: 1, text: 4, ...expected });
  expect(found.assistantValues).toEqual([ofAssistant]);
});

test.each([
  ['addresses of writers are ids', 'Absender;Absendertyp', 'mari@acme.example;Kunde', { user: 2, speaker: 3 }],
  ['sides written twice name no user', 'Sender;Sender Type', 'user;user', { speaker: 3 }],
])('%s', (_, heads, cells, expected) => {
  const found = detect(
    `Gespräch;Zeit;${heads};Nachricht\nc1;2026-01-05 08:00;${cells};Hi\nc1;2026-01-05 08:01;bot;bot;Hello\n`,
  );
  expect(found.columns).toEqual({ conversation: 0, date: 1, text: 4, ...expected });
});

test('a column of writers beside questions and answers names the users', () => {
  const found = detect(
    'id;Zeit;Verfasser;Frage;Antwort\nc1;2026-01-05 08:00;Mari Tamm;Hi;Hello\nc2;2026-01-05 08:01;Jaan Kask;Hi;Hello\n',
  );
  expect(found).toMatchObject({ layout: 'exchange', columns: { userName: 2, question: 3, answer: 4 } });
});

test('commas in texts do not make a table of semicolons one of commas', () => {
  const text = `${head}\nc1;2026-01-05 08:00;user;a, b, c, d, e\nc1;2026-01-05 08:01;bot;f, g\n`;
  expect(detect(text).separator).toBe(';');
});

test.each([
  ['MySQL', 'c1,2026-01-05 08:00:00,user,"say \\"hi\\", please"\nc1,2026-01-05 08:01:00,bot,\\N\n', 'say "hi", please'],
  ['COPY', 'c1\t2026-01-05 08:00:00\tuser\tone\\ntwo\\tx \\\\\nc1\t2026-01-05 08:01:00\tbot\t\\N\n', 'one\ntwo\tx \\'],
  [
    'a line end behind a backslash',
    'c1\t2026-01-05 08:00:00\tuser\tone\\\ntwo\nc1\t2026-01-05 08:01:00\tbot\t\\N\n',
    'one\ntwo',
  ],
])('cells with backslashes, of %s', (_, text, expected) => {
  const { escape, rows: read } = detect(text);
  expect(escape).toBe('backslash');
  expect(read.map((row) => row[3])).toEqual([expected, '']);
});
