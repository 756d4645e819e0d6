import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeAuthorizeCompany } from '../../bench/figures/authorize-company.ts';
import { makeConversations } from '../../bench/figures/intake-conversations.ts';
import { openKillablePortal } from '../../harness/killable-portal.ts';
import { removeFolder, waitForDemo } from '../../harness/portal.ts';
import { callApi } from '../../server/testing/api-client.ts';
import { withOwner } from '../../harness/database.ts';
import { signInUser } from '../api-user.ts';
import { createVerdict, NotRun, type Check, type Verdict } from '../check.ts';

const diskMebibytes = 700;
const chunk = Buffer.alloc(1024 * 1024);
const [pollMs, limitMs] = [250, 60_000];
const email = 'superadmin@acme.example';

export const fullDisk: Check = {
  title: 'The disk of the data folder full, and freed again',
  expected:
    'sign-in, reads and decisions go on; reports are refused with 503 or 507 and a reason; nothing acknowledged is lost; recovery by itself',
  async run({ isQuick }) {
    const rounds = isQuick ? 1 : 2;
    const dataDir = mountDisk();
    const program = openKillablePortal(dataDir, { LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '1000000' });
    const verdict = createVerdict();
    try {
      const portal = await program.current();
      await waitForDemo(portal);
      const company = await makeAuthorizeCompany(portal);
      const headers = { authorization: `Bearer ${company.secret}` };
      const send = async () => {
        const conversations = makeConversations(50);
        const { status } = await callApi(portal.url, '/intake/conversations', { body: { conversations }, headers });
        return { status, ids: status === 200 ? conversations.map(({ id }) => id) : [] };
      };
      const acknowledged: string[] = [];
      const recoveries: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        acknowledged.push(...(await send()).ids);
        const filler = join(dataDir, 'filler');
        fill(filler);
        const refused = await waitForStatus(send, (status) => [503, 507].includes(status));
        verdict.expect(refused !== undefined, 'reports were never refused on a full disk');
        await judgeFullDisk(portal.url, { headers, verdict });
        rmSync(filler);
        const freedAt = performance.now();
        const recovered = await waitForStatus(send, (status) => status === 200);
        verdict.expect(recovered !== undefined, 'reports are still refused after the disk was freed');
        acknowledged.push(...(recovered?.ids ?? []));
        recoveries.push(performance.now() - freedAt);
      }
      const lost = await withOwner(portal, async (client) => {
        const { rows } = await client.query<{ id: string }>('select external_id as id from conversations');
        const stored = new Set(rows.map(({ id }) => id));
        return acknowledged.filter((id) => !stored.has(id)).length;
      });
      verdict.expect(lost === 0, `${lost} acknowledged conversations were lost`);
      const counts = {
        acknowledged: acknowledged.length,
        lost,
        'slowest recovery ms': Math.round(Math.max(...recoveries)),
      };
      return { rounds, counts, faults: verdict.faults() };
    } finally {
      await (await program.current().catch(() => undefined))?.stop();
      execFileSync('umount', [dataDir]);
      removeFolder(dataDir);
    }
  },
};

/** A small file system in memory. */
export function mountDisk(mebibytes = diskMebibytes): string {
  const folder = mkdtempSync(join(tmpdir(), 'verify-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    removeFolder(folder);
    throw new NotRun('a small file system can only be mounted by root on Linux');
  }
  chmodSync(folder, 0o755);
  return folder;
}

/** Writes until not one byte more fits; then `left` bytes are freed. */
export function fill(path: string, left = 0): void {
  const file = openSync(path, 'w');
  for (let size = chunk.length; size >= 1;) {
    if (!isWritten(file, size)) size = Math.floor(size / 2);
  }
  ftruncateSync(file, Math.max(fstatSync(file).size - left, 0));
  closeSync(file);
}

function isWritten(file: number, size: number): boolean {
  try {
    writeSync(file, chunk, 0, size);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}

async function waitForStatus<T extends { status: number }>(
  send: () => Promise<T>,
  isMeant: (status: number) => boolean,
) {
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline) {
    const answer = await send();
    if (isMeant(answer.status)) return answer;
    await sleep(pollMs);
  }
  return undefined;
}

async function judgeFullDisk(url: string, { headers, verdict }: { headers: Record<string, string>; verdict: Verdict }) {
  const user = await signInUser(() => Promise.resolve(url), email).catch(() => undefined);
  verdict.expect(user !== undefined, 'no sign-in on a full disk');
  for (const path of ['/users', '/company/info', '/company/skills/usage']) {
    const status = (await user?.call(path))?.status;
    verdict.expect(status === 200, `GET ${path} is answered ${status} on a full disk`);
  }
  const body = { skill: 'Skill 1', user: { id: 'u-1' }, requestId: randomUUID() };
  const { status } = await callApi(url, '/authorize', { body, headers });
  verdict.expect(status === 200, `a decision is answered ${status} on a full disk`);
}
