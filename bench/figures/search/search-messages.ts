import type pg from 'pg';
import { toIndexedVersion } from '#domain/search/search-settings.ts';
import { withOwner } from '../../../harness/database.ts';
import type { Portal } from '../../../harness/portal.ts';

/** Texts of a kind and language, from which messages are made. */
const poolSize = 20_000;
const vocabularySize = 15_000;
const messagesPerConversation = 4;
/** Tools that the conversations name as `tool-0` and so on. */
export const toolCount = 20;
/** Shares of the conversations: with a tool call, of which a half is rated, and with a review. */
const shares = { calling: 0.2, reviewed: 0.005 };
/** A part of the words of any text says nothing alone. */
const commonShare = 0.4;

interface Language {
  readonly common: readonly string[];
  readonly endings: readonly string[];
  /** Share of the conversations. */
  readonly share: number;
}

const languages: readonly Language[] = [
  {
    common: 'the of and to in is for on with that this it are was be as at by from have not your you we which'.split(
      ' ',
    ),
    endings: ['', 's', 'ing', 'ed', 'ation', 'er'],
    share: 0.45,
  },
  {
    common: 'die der und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden'.split(
      ' ',
    ),
    endings: ['', 'en', 'er', 'ung', 'ungen', 'e'],
    share: 0.4,
  },
  {
    common: 'ja on ei see et kui oma ka ning või selle kas mis siis nii aga seda veel kuid juba ma ta me te'.split(' '),
    endings: ['', 'd', 'te', 'le', 'ga', 'st'],
    share: 0.15,
  },
];

const syllables =
  'ba be bi do du fa fe ga go hu ja ka ki la le lo ma mi mo na ne no pa pe ra ri ro sa se so ta te ti to va vi'.split(
    ' ',
  );

const below = (limit: number) => Math.floor(Math.random() * limit);
const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;

/** The word of a rank: the same in every run. */
function toWord(language: number, rank: number): string {
  let rest = rank * 7 + language + 40;
  let word = '';
  while (rest > 0) {
    word += syllables[rest % syllables.length] ?? '';
    rest = Math.floor(rest / syllables.length);
  }
  return `${word}${'kxz'[language] ?? ''}`;
}

/** The n-th most frequent word is said an n-th as often as the most frequent, as in languages. */
function makeWord(language: number): string {
  const { common, endings } = languages[language] as Language;
  if (Math.random() < commonShare) return pick(common);
  const rank = Math.floor(vocabularySize ** Math.random());
  return toWord(language, rank) + pick(endings);
}

function makeText(language: number, isAnswer: boolean): string {
  const count = isAnswer ? 25 + below(35) : 8 + below(8);
  const words = Array.from({ length: count }, () => makeWord(language));
  return words.map((word, place) => (place % 9 === 8 ? `${word},` : word)).join(' ');
}

/** Texts by language and kind, as `bench_texts` holds them. */
export interface BenchText {
  readonly pool: number;
  readonly place: number;
  readonly text: string;
}

export function makeTexts(): BenchText[] {
  return languages.flatMap((_, language) =>
    [false, true].flatMap((isAnswer) =>
      Array.from({ length: poolSize }, (__, place) => ({
        pool: language * 2 + Number(isAnswer),
        place,
        text: makeText(language, isAnswer),
      })),
    ),
  );
}

/**
 * Gives every conversation of the bench four messages of words as languages have them, a half of them with a number of their own, and lets all
 * wait for the index.
 * @returns texts that were said
 */
export function fillMessages(portal: Portal): Promise<BenchText[]> {
  const texts = makeTexts();
  return withOwner(portal, async (client) => {
    await client.query(
      'create unlogged table bench_texts (pool int, place int, value text, primary key (pool, place))',
    );
    for (let at = 0; at < texts.length; at += 10_000) {
      const part = texts.slice(at, at + 10_000);
      await client.query('insert into bench_texts select * from unnest($1::int[], $2::int[], $3::text[])', [
        part.map(({ pool }) => pool),
        part.map(({ place }) => place),
        part.map(({ text }) => text),
      ]);
    }
    await client.query('analyze bench_texts');
    for (const month of await listMonths(client)) for (const text of toMonthTexts(month)) await client.query(text);
    await client.query('analyze conversation_partitions');
    await client.query(
      `insert into search_states (company_id, masking_version, indexed_from, done_at)
      select id, $1, '2010-01-01', now() from companies where ${isOurs('id')}
      on conflict (company_id) do update set masking_version = $1, done_at = now()`,
      [toIndexedVersion(0)],
    );
    await client.query('drop table bench_texts');
    return texts;
  });
}

const isOurs = (column: string) => `${column} in (select id from companies where name like 'Bench %')`;

async function listMonths(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ month: string }>(
    `select replace(relname, 'conversations_', '') as month from pg_class where relname ~ '^conversations_\\d{4}_\\d\\d$' order by 1`,
  );
  return rows.map(({ month }) => month);
}

const [english = languages[0], german = languages[1]] = languages;
const languageOf = `case when r < ${english?.share ?? 0} then 0 when r < ${(english?.share ?? 0) + (german?.share ?? 0)} then 1 else 2 end`;

const toMonthTexts = (month: string) => [
  `delete from messages_${month} where ${isOurs('company_id')}`,
  `update conversations_${month} set tools = named, failed_tools = case when random() < 0.1 then named end,
      rating = case when random() < 0.5 then 1 + floor(random() * 3) end
    from (
      select id as called, jsonb_build_array('tool-' || floor(random() * ${toolCount})) as named
      from conversations_${month} where ${isOurs('company_id')} and random() < ${shares.calling}) call
    where id = called and ${isOurs('company_id')}`,
  `insert into conversation_partitions (company_id, id, started_at)
    select company_id, id, started_at from conversations_${month} where ${isOurs('company_id')}
    on conflict do nothing`,
  `insert into conversation_reviews (company_id, conversation_id, updated_at, resolved_at)
    select company_id, id, started_at, case when random() < 0.5 then started_at end
    from conversations_${month} where ${isOurs('company_id')} and random() < ${shares.reviewed}`,
  `insert into messages_${month} (company_id, conversation_id, started_at, id, external_id, sent_at, is_assistant, parts)
    select company_id, c.id, started_at, gen_random_uuid(), 'm' || n, started_at + n * interval '20 seconds', n % 2 = 0,
      jsonb_build_array(jsonb_build_object('type', 'text', 'value',
        t.value || case when number < 0.5 then ' ' || (4500000000 + floor(number * 2e9))::int8 else '' end))
    from (
      select company_id, id, started_at, n, ${languageOf} * 2 + (1 - n % 2) as pool,
        floor(random() * ${poolSize})::int as place, random() as number
      from (select company_id, id, started_at, random() as r from conversations_${month} where ${isOurs('company_id')}) c,
        generate_series(1, ${messagesPerConversation}) n
      offset 0
    ) c join bench_texts t using (pool, place)`,
  `insert into search_pending (company_id, created)
    select company_id, array_agg(id) from (
      select company_id, id, (row_number() over (partition by company_id order by started_at)) / 8000 as part
      from conversations_${month} where ${isOurs('company_id')}) c
    group by company_id, part order by company_id, part`,
  `analyze messages_${month}`,
];
