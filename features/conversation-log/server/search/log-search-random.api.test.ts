import { expect, test } from 'vitest';
import { toRecordId } from '#server/lib/reported-names.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { erasePerson, findPerson, waitForErasures } from '#features/intake/server/testing/person-sender.ts';
import { showAll } from '#domain/conversations/testing/conversation-rows.ts';
import { createSearchKit, type Reporter, type Said } from './testing/search-kit.ts';

const portal = useTestPortal();
const { index, makeReporter, report, search, settle } = createSearchKit(portal);

/** Number of users of each company. */
const persons = 12;

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
  // A word that is said so often that its places are read apart from those of others.
  const frequent = () => 'w1 '.repeat(120 + below(30)).trim();
  const texts = () => [...Array.from({ length: 1 + below(4) }, text), ...(random() < 0.5 ? [frequent()] : [])];
  const talk = (id: string): Said => ({
    id,
    daysAgo: below(130) + random(),
    status: statuses[below(3)],
    skill: skills[below(2)],
    user: { id: `person-${below(persons)}`, firstName: 'Anna' },
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
  return { text, talk, query, isRare: () => random() < 0.05 };
}

const hasTerm = ({ texts }: Said, term: string) =>
  texts.some((text) => ` ${text} `.includes(` ${term.replaceAll(/^-|"/g, '')} `));

const isFound = (said: Said, terms: readonly string[]) =>
  terms.every((term) => hasTerm(said, term) !== term.startsWith('-'));

type Speaker = ReturnType<typeof createSpeaker>;
type Reported = Map<string, Said>;

/** Twenty at a time, some of those before again with one more text. */
async function reportAll(reporter: Reporter, all: Reported, { text, isRare }: Speaker): Promise<void> {
  const sent = [...all.values()];
  for (let at = 0; at < sent.length; at += 20) {
    const grown = sent.slice(0, at).filter(isRare);
    const again = grown.map((said) => ({ ...said, texts: [...(all.get(said.id)?.texts ?? []), text()] }));
    for (const said of again) all.set(said.id, said);
    await report(reporter, ...sent.slice(at, at + 20), ...again);
    await index();
  }
}

const toUuid = (hex: string) => hex.replace(/(.{8})(.{4})(.{4})(.{4})(.*)/, '$1-$2-$3-$4-$5');

async function deleteSome(reporter: Reporter, all: Reported, { isRare }: Speaker): Promise<void> {
  for (const id of [...all.keys()].filter(isRare)) {
    const path = `/erasures/conversations/${toUuid(toRecordId(id))}`;
    const body = { reason: 'Reported by mistake' };
    expect((await portal().call(path, { as: reporter.superAdmin, body })).status).toBe(200);
    all.delete(id);
  }
}

/** A person without an account: the texts of its conversations are deleted. */
async function eraseOne({ superAdmin }: Reporter, all: Reported): Promise<void> {
  const id = 'person-7';
  const ofPerson = [...all.values()].filter(({ user }) => (user as { id: string }).id === id);
  expect(ofPerson.length).toBeGreaterThan(5);
  await erasePerson(portal(), superAdmin, (await findPerson(portal(), superAdmin, id)).id);
  await waitForErasures(portal(), superAdmin);
  for (const said of ofPerson) all.delete(said.id);
}

/** Asks for one thing after the other, and compares each answer with a plain scan. */
async function compare({ superAdmin }: Reporter, all: Reported, { query }: Speaker): Promise<void> {
  const now = portal().clock.now().getTime();
  for (let place = 0; place < 15; place += 1) {
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
      .map(({ id }) => toUuid(toRecordId(id)));
    const shown = await showAll(portal().database, superAdmin.companyId, ids);
    const page = await search(superAdmin, {
      search: terms.join(' '),
      ...(status && { status: [status] }),
      ...(daysAgo !== undefined && { to: new Date(until).toISOString() }),
    });
    const found = page.payloads.map(({ _id }) => _id);
    expect({ terms, size: page.size, found }).toEqual({ terms, size: ids.length, found: shown.slice(0, 100) });
  }
}

test('finds what a plain scan finds, whatever was reported again, deleted and erased, and however segments are merged', async () => {
  const speaker = createSpeaker(createRandom(20_261_124));
  const reporter = await makeReporter();
  const all: Reported = new Map(Array.from({ length: 240 }, (_, place) => [`${place}`, speaker.talk(`${place}`)]));
  await reportAll(reporter, all, speaker);
  await compare(reporter, all, speaker);
  await deleteSome(reporter, all, speaker);
  // Before the index has followed.
  await compare(reporter, all, speaker);
  await eraseOne(reporter, all);
  await index();
  await compare(reporter, all, speaker);
  await settle();
  await compare(reporter, all, speaker);
});
