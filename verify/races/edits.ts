import { atOnce } from '../../harness/load.ts';
import { createVerdict, type Check } from '../check.ts';
import { countStatus, withRacePortal } from './race-portal.ts';
import { openRecord, recordKinds, remove, update, type RecordKind } from './records.ts';

const kinds: ReadonlyArray<readonly [string, RecordKind]> = Object.entries(recordKinds);
const deletable = kinds.filter(([, kind]) => kind.delete);

export const edits: Check = {
  title: 'Two savers of the same version at once: user, invoice, integration, skill, company, notifications',
  expected: 'one is saved, the other is denied by 409 as stale: lost updates 0',
  async run({ isQuick }) {
    const rounds = isQuick ? 60 : 1000;
    const verdict = createVerdict();
    let refused = 0;
    await withRacePortal(async ({ admin }) => {
      for (const [name, kind] of kinds) {
        let record = await openRecord(admin, kind);
        for (let round = 0; round < Math.ceil(rounds / kinds.length); round += 1) {
          const stored = record;
          const answers = await atOnce(2, (place) => update(admin, kind, stored, `Saver ${round}-${place}`));
          const [saved, stale] = [countStatus(answers, 200), countStatus(answers, 409)];
          verdict.expect(saved === 1 && stale === 1, `${name}: ${answers.map(({ status }) => status).join(' and ')}`);
          refused += stale;
          const answer = answers.find(({ status }) => status === 200)?.body as { version?: number } | undefined;
          record = { ...stored, version: answer?.version ?? stored.version + 1 };
        }
      }
    });
    return { rounds, counts: { 'refused as stale': refused }, faults: verdict.faults() };
  },
};

export const deletions: Check = {
  title: 'A record is deleted twice and changed at once',
  expected: 'one deletion succeeds, the other one and a later change are answered 404 or 409; never a 5xx',
  async run({ isQuick }) {
    const rounds = isQuick ? 100 : 1000;
    const verdict = createVerdict();
    await withRacePortal(async ({ admin }) => {
      const race = async ([name, kind]: readonly [string, RecordKind]) => {
        for (let round = 0; round < Math.ceil(rounds / deletable.length); round += 1) {
          const record = await openRecord(admin, kind);
          const [first, second, changed] = await Promise.all([
            remove(admin, kind, record),
            remove(admin, kind, record),
            update(admin, kind, record, 'Late saver'),
          ]);
          const statuses = [first.status, second.status];
          const deleted = statuses.filter((status) => status < 300).length;
          verdict.expect(
            deleted === 1 && statuses.some((status) => status === 404 || status === 409),
            `${name}: the deletions were answered ${statuses.join(' and ')}`,
          );
          verdict.expect(
            [200, 404, 409].includes(changed.status),
            `${name}: the change was answered ${changed.status}`,
          );
          const { status } = await update(admin, kind, record, 'Later saver');
          verdict.expect(
            status === 404 || status === 409,
            `${name}: a change after the deletion was answered ${status}`,
          );
        }
      };
      // A kind waits for no other one.
      await Promise.all(deletable.map(race));
    });
    return { rounds, counts: {}, faults: verdict.faults() };
  },
};
