import { randomUUID } from 'node:crypto';
import { atOnce } from '../../harness/load.ts';
import { createVerdict, type Check } from '../check.ts';
import { countStatus, createPatience, withRacePortal } from './race-portal.ts';
import { recordKinds, type RecordKind } from './records.ts';

const kinds: ReadonlyArray<readonly [string, RecordKind]> = Object.entries(recordKinds);
const creatable = kinds.filter(([, kind]) => kind.createPath);
const unique = kinds.filter(([, kind]) => kind.unique);
const atATime = 50;

export const repeatedCreations: Check = {
  title: '50 creations with the same idempotency key at once: user, invoice, integration, skill',
  expected: 'one record, 50 equal answers; none of them an error',
  async run({ isQuick }) {
    const rounds = isQuick ? 100 : 1000;
    const verdict = createVerdict();
    const patience = createPatience();
    await withRacePortal(async ({ admin }) => {
      for (const [name, kind] of creatable) {
        for (let round = 0; round < Math.ceil(rounds / creatable.length); round += 1) {
          const [body, idempotencyKey] = [kind.makeForm(), randomUUID()];
          const answers = await atOnce(atATime, () =>
            patience.untilServed(() => admin.call(kind.createPath ?? '', { body, idempotencyKey })),
          );
          const bodies = new Set(answers.map((answer) => JSON.stringify(answer.body)));
          const statuses = [...new Set(answers.map(({ status }) => status))];
          verdict.expect(
            statuses.length === 1 && (statuses[0] ?? 0) < 300,
            `${name}: the answers were ${statuses.join(', ')}`,
          );
          verdict.expect(bodies.size === 1, `${name}: ${bodies.size} different answers`);
        }
      }
    });
    return { rounds, counts: { creations: rounds * atATime, ...patience.counts() }, faults: verdict.faults() };
  },
};

export const uniqueFields: Check = {
  title: '50 creations of the same invoice number or unique id at once; 20 of the rounds of the same address',
  expected: 'one succeeds, 49 are refused by 409 with the field’s own problem code',
  async run({ isQuick }) {
    const rounds = isQuick ? 100 : 1000;
    const verdict = createVerdict();
    const patience = createPatience();
    await withRacePortal(async ({ admin }) => {
      for (const [name, kind] of unique) {
        // Each user needs a hash of its password, which is a tenth of a second of a processor.
        const ofUsers = Math.ceil(rounds / 50);
        const ofKind = kind === recordKinds.user ? ofUsers : (rounds - ofUsers) / (unique.length - 1);
        for (let round = 0; round < ofKind; round += 1) {
          const { field = '', code = '' } = kind.unique ?? {};
          const value = kind.makeForm()[field];
          const answers = await atOnce(atATime, () => {
            const call = { body: { ...kind.makeForm(), [field]: value }, idempotencyKey: randomUUID() };
            return patience.untilServed(() => admin.call(kind.createPath ?? '', call));
          });
          const created = answers.filter(({ status }) => status < 300).length;
          const refused = answers.filter(({ body }) => (body as { code?: string }).code === code).length;
          verdict.expect(created === 1, `${name}: ${created} were created`);
          verdict.expect(
            refused === atATime - 1 && countStatus(answers, 409) === refused,
            `${name}: ${refused} were refused by ${code}`,
          );
        }
      }
    });
    return { rounds, counts: { creations: rounds * atATime, ...patience.counts() }, faults: verdict.faults() };
  },
};
