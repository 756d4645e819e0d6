import { expect, test } from 'vitest';
import type { Authorization } from '#features/money/contract/authorize.ts';
import { toEuros } from '#features/money/contract/money.ts';
import { createRandom } from '#demo-assistant/random.ts';
import { addMonths, getDay, getMonth, getStartOfDay } from '#contract/calendar/zones.ts';
import { noteCostOwner } from '#domain/ledger/cost-owners.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { makeAssistant } from './testing/assistant.ts';
import { buildUser } from '#server/database/testing/builders.ts';
import { readDepartmentSums } from './testing/department-sums.ts';
import { createBudgetModel, type ModelOwner, type ModelSkill } from './testing/budget-model.ts';

const portal = useTestPortal();
const minuteMs = 60_000;
const zone = 'Europe/Tallinn';
const departments = ['Sales', 'Finance'];

/** The clock moves only between calls, so that nothing expires between the portal’s decision and the model’s. */
function freezeClock(hours: number) {
  const { clock } = portal();
  const [real, now] = [clock.now.bind(clock), clock.now().getTime()];
  const today = getDay(now, zone);
  const next = getStartOfDay(addMonths(getMonth(today), 1), zone);
  // All in one month, because the model has no months.
  let frozen = next - now > hours * 60 * minuteMs ? now : next + minuteMs;
  Object.assign(clock, { now: () => new Date(frozen), advance: (ms: number) => (frozen += ms) });
  return { now: () => frozen, thaw: () => Object.assign(clock, { now: real }) };
}

interface Person {
  readonly id: string;
  readonly email: string;
  department: string | null;
}

async function move(companyId: string, person: Person, department: string | null) {
  await portal().database.inCompany(companyId, (tx) =>
    noteCostOwner(tx, { id: person.id, department, costCentre: null }, portal().clock.now(), {
      department: 'another',
      costCentre: null,
    }),
  );
  person.department = department;
}

/** Three persons, two of one department. */
function makePeople(companyId: string) {
  return Promise.all(
    ['Sales', 'Sales', null].map(async (department, place) => {
      const email = `${place}-${companyId}@test.example`;
      const { id } = await buildUser(portal().database, companyId, { email });
      const person: Person = { id, email, department: null };
      if (department !== null) await move(companyId, person, department);
      return person;
    }),
  );
}

/** The part of an answer that the model has. */
function toSeen(expected: ReturnType<ReturnType<typeof createBudgetModel>['ask']>) {
  if (typeof expected === 'string') return { code: expected, hasReservation: false };
  const { decision, remaining } = expected;
  return { decision, remaining: remaining === null ? null : toEuros(remaining), hasReservation: decision !== 'deny' };
}

test.each([1, 2, 3, 4, 5, 6])(
  'mix %i of requests, commits, releases, time, limits and moves equals the model',
  async (seed) => {
    const clock = freezeClock(48);
    const random = createRandom(`${seed}`).fraction;
    const below = (limit: number) => Math.floor(random() * limit);
    const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;
    const assistant = await makeAssistant(portal());
    const model = createBudgetModel();
    const skills: ModelSkill[] = ['Free', 'Cheap', 'Dear'].map((name, place) => ({ name, price: place * 3337 }));
    const ids = new Map<ModelSkill, string>();
    for (const skill of skills) ids.set(skill, await assistant.makeSkill(skill.name, toEuros(skill.price)));
    const people = await makePeople(assistant.companyId);
    const second = await assistant.makeKey('Second');
    const keys = [{ id: assistant.keyId, post: assistant.post }, second];
    const reservations = new Map<string, string>();

    const ask = async () => {
      const [id, skill, person, key] = [`run-${below(60)}`, pick(skills), pick(people), pick(keys)];
      const owner: ModelOwner = { person: person.id, getDepartment: () => person.department, key: key.id };
      const expected = model.ask(id, { skill, owner }, clock.now());
      const user = { email: person.email };
      const { body } = await key.post('/authorize', { skill: skill.name, requestId: id, user });
      const { decision, remaining, reservation = null, code } = body as Partial<Authorization> & { code?: string };
      expect({ code, decision, remaining, hasReservation: reservation !== null }).toEqual(toSeen(expected));
      if (reservation !== null) reservations.set(id, reservation);
      else if (decision === 'deny') reservations.delete(id);
    };
    const settle = async (what: 'commit' | 'release') => {
      if (reservations.size === 0) return;
      const [id, reservation] = pick([...reservations]);
      const expected = what === 'commit' ? model.commit(id, clock.now()) : model.release(id);
      expect((await assistant[what](reservation)).status).toBe(expected);
    };
    const limit = async () => {
      const [skill, amount] = [pick(skills), below(60_000)];
      const set = (name: string, covers: (owner: ModelOwner, of: ModelSkill) => boolean, isStopping = true) =>
        model.limit(name, { limit: amount, isStopping, covers: (run) => covers(run.owner, run.skill) });
      const kind = pick(['skill', 'account', 'person', 'person', 'department', 'key'] as const);
      if (kind === 'skill') {
        set(skill.name, (_, of) => of === skill);
        return assistant.limitSkill(ids.get(skill) ?? '', toEuros(amount));
      }
      if (kind === 'account') {
        if (random() < 0.2) model.limit('account', null);
        else set('account', () => true);
        return assistant.limitCompany(model.hasLimit('account') ? toEuros(amount) : null);
      }
      const owners = { person: pick(people).id, department: pick(departments), key: pick(keys).id };
      const isStopping = random() < 0.8;
      const toOwner = ({ person, getDepartment, key }: ModelOwner) =>
        ({ person, department: getDepartment(), key })[kind];
      set(`${kind} ${owners[kind]}`, (owner) => toOwner(owner) === owners[kind], isStopping);
      await assistant.limitOwner(kind, owners[kind], toEuros(amount), isStopping ? 'stop' : 'warn');
    };
    const change = () =>
      random() < 0.3 ? move(assistant.companyId, pick(people), pick([...departments, null])) : ask();
    const steps = [ask, ask, ask, () => settle('commit'), () => settle('release'), limit, change];
    for (let step = 0; step < 150; step += 1) {
      portal().clock.advance(pick([0, 0, 0, 1, minuteMs, 15 * minuteMs - 1, 15 * minuteMs]));
      await pick(steps)();
    }
    const committed = [...model.runs].filter(([, { state }]) => state === 'committed');
    expect(
      await assistant.run(
        'select external_id as id, price_ten_thousandths::float8 as price from usage_events order by 1',
      ),
    ).toEqual(
      committed.map(([id, { price }]) => ({ id, price })).toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    );
    const { areKept, stored, expected } = await readDepartmentSums(assistant);
    expect(areKept ? stored : expected).toEqual(expected);
    clock.thaw();
  },
);
