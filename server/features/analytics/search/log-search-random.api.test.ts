import { expect, test } from 'vitest';
import { toRecordId } from '../../../lib/reported-names.ts';
import { useTestPortal } from '../../../testing/test-portal.ts';
import { createSearchKit } from './testing/search-kit.ts';
import type { Said } from './testing/search-kit.ts';

const portal = useTestPortal();
const { index, makeReporter, report, search, settle } = createSearchKit(portal);

const statuses = ['Completed', 'Failed', 'Escaped'] as const;
const skills = ['Invoices', 'Leave'] as const;

/** The same numbers from 0 to 1 for the same seed. */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Words as frequent as in languages, of which no stem is another word. */
function createSpeaker(random: () => number) {
  const below = (limit: number) => Math.floor(random() * limit);
  const word = () => `w${Math.floor(40 ** random())}`;
  const text = () => Array.from({ length: 1 + below(9) }, word).join(' ');
  const texts = () => Array.from({ length: 1 + below(4) }, text);
  const talk = (id: string): Said => ({
    id,
    daysAgo: below(130) + random(),
    status: statuses[below(3)],
    skill: skills[below(2)],
    texts: texts(),
  });
  const term = () => {
    const words = Array.from({ length: random() < 0.6 ? 1 : 2 + below(2) }, word);
    return words.length === 1 ? `${words[0]}` : `"${words.join(' ')}"`;
  };
  const query = () => {
    const terms = [term(), ...(random() < 0.5 ? [term()] : []), ...(random() < 0.3 ? [`-${term()}`] : [])];
    const daysAgo = random() < 0.3 ? below(100) : undefined;
    return { terms, daysAgo, status: random() < 0.3 ? statuses[below(3)] : undefined };
  };
  return { text, talk, query };
}

const hasTerm = ({ texts }: Said, term: string) =>
  texts.some((text) => ` ${text} `.includes(` ${term.replaceAll(/^-|"/g, '')} `));

const isFound = (said: Said, terms: readonly string[]) =>
  terms.every((term) => hasTerm(said, term) !== term.startsWith('-'));

test('finds what a plain scan finds, whatever was reported again and deleted, and however segments are merged', async () => {
  const random = createRandom(20_261_124);
  const { text, talk, query } = createSpeaker(random);
  const reporter = await makeReporter();
  const now = portal().clock.now().getTime();
  const all = new Map(Array.from({ length: 240 }, (_, place) => [`${place}`, talk(`${place}`)]));
  const sent = [...all.values()];
  for (let at = 0; at < sent.length; at += 20) {
    const grown = sent.slice(0, at).filter(() => random() < 0.05);
    const again = grown.map((said) => ({
      ...all.get(said.id),
      ...said,
      texts: [...(all.get(said.id)?.texts ?? []), text()],
    }));
    for (const said of again) all.set(said.id, said);
    await report(reporter, ...sent.slice(at, at + 20), ...again);
    await index();
  }
  await settle();
  for (let place = 0; place < 60; place += 1) {
    const { terms, daysAgo, status } = query();
    const until = now - (daysAgo ?? -1) * 86_400_000;
    const expected = [...all.values()].filter(
      (said) =>
        isFound(said, terms) &&
        (status === undefined || said['status'] === status) &&
        now - (said.daysAgo ?? 0) * 86_400_000 - 60_000 <= until,
    );
    const ids = expected
      .toSorted((one, other) => (one.daysAgo ?? 0) - (other.daysAgo ?? 0))
      .map(({ id }) => toRecordId(id));
    const page = await search(reporter.superAdmin, {
      search: terms.join(' '),
      ...(status && { status: [status] }),
      ...(daysAgo !== undefined && { to: new Date(until).toISOString() }),
    });
    const found = page.payloads.map(({ _id }) => _id.replaceAll('-', ''));
    expect({ terms, size: page.size, found }).toEqual({ terms, size: ids.length, found: ids.slice(0, 100) });
  }
});
