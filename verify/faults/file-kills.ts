import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findMonths } from '../../bench/analytics-portal.ts';
import { fillConversations } from '../../bench/conversations.ts';
import { withOwner } from '../../harness/database.ts';
import type { KillablePortal } from '../../harness/killable-portal.ts';
import type { Portal } from '../../harness/portal.ts';
import type { RowFile } from '#features/protection/contract/row-files.ts';
import { signInUser, type ApiUser } from '../api-user.ts';
import type { Check, Verdict } from '../check.ts';
import { withMailPortal } from './fault-portal.ts';
import { waitForMails } from './mail-kills.ts';

const owner = 'operator@steward.example';
const conversations = 100_000;
const pollMs = 20;
/** A killed portal's job is found and repeated within 40 s. */
const readyLimitMs = 180_000;

export const fileKills: Check = {
  title:
    'SIGKILL of the portal, every second time of its database too, while it writes a prepared file of 100000 conversations',
  expected:
    'the file becomes ready once, with one mail and the bytes of a file without a kill; nothing of the killed attempt is stored beside it but a draft, which a start deletes an hour later, and nothing at all after its deletion',
  run({ isQuick }) {
    const rounds = isQuick ? 2 : 10;
    return withMailPortal({}, async ({ program, server, verdict }) => {
      const { id: companyId } = await fillConversations(await program.current(), conversations, 1);
      const user = await signInUser(async () => (await program.current()).url, owner);
      const place = { program, companyId, user, verdict };
      const whole = await readWhole(place);
      const left: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await waitForMails(await program.current());
        const mails = server.received.length;
        left.push(await makeWithKill(place, whole));
        const announced = server.received.slice(mails).filter(({ to }) => to === owner).length;
        verdict.expect(announced === 1, `a file was announced by ${announced} mails`);
      }
      const midway = left.filter((parts) => parts > 0 && parts < whole.parts).length;
      verdict.expect(midway > 0, 'no kill came between the first part and the last one');
      const drafts = await leaveToStart(program);
      verdict.expect(drafts.left <= rounds, `${drafts.left} drafts are left by ${rounds} kills`);
      verdict.expect(drafts.kept === 0, `${drafts.kept} drafts of an hour ago are kept by a start`);
      const counts = { rows: whole.rows, 'parts of a file': whole.parts, 'parts at the kills': left.join(', ') };
      return { rounds, counts };
    });
  },
};

interface Place {
  readonly program: KillablePortal;
  readonly companyId: string;
  readonly user: ApiUser;
  readonly verdict: Verdict;
}

/** A file as it is without a kill. */
interface Whole {
  readonly rows: number;
  readonly parts: number;
  readonly digest: string;
}

async function readWhole(place: Place): Promise<Whole> {
  const { program, companyId, verdict } = place;
  const rows = await countConversations(await program.current(), companyId);
  const { id } = await waitUntilReady(place, (await requestFile(place)).id);
  const content = await download(place, id);
  const lines = content.split('\r\n');
  verdict.expect(lines.length === rows + 2 && lines.at(-1) === '', 'a file without a kill has not every row');
  const parts = (await listStored(place)).length / 2;
  await remove(place, id);
  return { rows, parts, digest: toDigest(content) };
}

/** Answers how many parts the killed attempt has left. */
async function makeWithKill(place: Place, { rows, parts, digest }: Whole): Promise<number> {
  const { program, verdict } = place;
  const { id } = await requestFile(place);
  await waitForParts(await program.current(), id, 1 + Math.floor(Math.random() * (parts - 2)));
  await program.kill();
  const left = (await listStored(place)).filter((name) => !name.endsWith('.type')).length;
  const file = await waitUntilReady(place, id);
  await waitForMails(await program.current());
  verdict.expect(file.rows === rows && file.total === rows, `a file has ${file.rows} of ${file.total} rows`);
  verdict.expect(toDigest(await download(place, id)) === digest, 'a file differs from one without a kill');
  const stored = (await listStored(place)).length / 2;
  verdict.expect(stored === parts, `${stored} parts are stored of a file that has ${parts}`);
  await remove(place, id);
  return left;
}

async function countConversations(portal: Portal, companyId: string): Promise<number> {
  const text = 'select count(*)::int as count from conversations where company_id = $1 and not technical';
  const { rows } = await withOwner(portal, (client) => client.query<{ count: number }>(text, [companyId]));
  return rows[0]?.count ?? 0;
}

async function requestFile({ companyId, user }: Place): Promise<RowFile> {
  const body = { kind: 'conversations', filter: findMonths(24, 0), format: 'csv' };
  const answer = await user.call('/exports/files', { body, companyId });
  if (answer.status !== 201) throw new Error(`A file is answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body as RowFile;
}

async function listFiles({ companyId, user }: Place): Promise<readonly RowFile[]> {
  return (await user.call('/exports/files', { companyId })).body as RowFile[];
}

async function waitUntilReady(place: Place, id: string): Promise<RowFile> {
  const deadline = performance.now() + readyLimitMs;
  for (;;) {
    const file = (await listFiles(place)).find((each) => each.id === id);
    if (file?.state === 'ready') return file;
    if (file?.state !== 'waiting') throw new Error(`The file is ${file?.state}.`);
    if (performance.now() > deadline) throw new Error('The file is still waiting.');
    await sleep(pollMs * 10);
  }
}

function waitForParts(portal: Portal, id: string, parts: number): Promise<void> {
  return withOwner(portal, async (client) => {
    const text = 'select from tasks where id = $1 and parts <= $2';
    while ((await client.query(text, [id, parts])).rowCount !== 0) await sleep(pollMs);
  });
}

async function download({ companyId, user }: Place, id: string): Promise<string> {
  const { status, body } = await user.call(`/exports/files/${id}/file`, { companyId });
  return status === 200 ? String(body) : `answered ${status}`;
}

const toDigest = (content: string) => createHash('sha256').update(content).digest('hex');

/** Starts the portal where the drafts of before are an hour old: how many the kills have left, and how many it kept. */
async function leaveToStart(program: KillablePortal): Promise<{ left: number; kept: number }> {
  const folder = join((await program.current()).dataDir, 'files', '.drafts');
  const names = readdirSync(folder);
  const before = new Date(Date.now() - 2 * 60 * 60_000);
  for (const name of names) utimesSync(join(folder, name), before, before);
  await program.kill();
  await program.current();
  return { left: names.length, kept: readdirSync(folder).filter((name) => names.includes(name)).length };
}

/** Each part is a file beside its type. Without invoices and checkpoints. */
async function listStored({ program, companyId }: Place): Promise<string[]> {
  const folder = join((await program.current()).dataDir, 'files', companyId);
  const isPart = (name: string) => {
    const type = join(folder, name.endsWith('.type') ? name : `${name}.type`);
    return !existsSync(type) || readFileSync(type, 'utf8') === 'text/csv';
  };
  return readdirSync(folder).filter(isPart);
}

async function remove(place: Place, id: string): Promise<void> {
  const { companyId, user, verdict } = place;
  const { status } = await user.call(`/exports/files/${id}`, { method: 'DELETE', companyId });
  verdict.expect(status === 200, `the deletion of a file is answered ${status}`);
  const { length } = await listStored(place);
  verdict.expect(length === 0, `${length} files are stored after the deletion`);
  verdict.expect((await listFiles(place)).length === 0, 'a deleted file is listed');
}
