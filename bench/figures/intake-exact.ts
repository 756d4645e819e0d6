import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { rootDir } from '../../tools/setup/paths.mjs';
import { shareOut } from '../../harness/load.ts';
import { withOwner } from '../../harness/database.ts';
import { atMost, note, type Bench, type Reading } from '../figure.ts';
import { makeIntakeKey } from '../../harness/intake-key.ts';
import { openKillablePortal, type KillablePortal } from '../../harness/killable-portal.ts';
import { makeDataDir, type Portal, removeFolder } from '../../harness/portal.ts';
import { createRandom } from '../../demo-assistant/random.ts';
import { createBatches, type Batch } from '../../server/testing/random-batches.ts';

const senders = 4;
const pauseMs = 50;

export const intakeExact = {
  title: 'Roll-ups after kills',
  method:
    '1,000 random batches (late, contradicting each other, in any order, every fifth one repeated) over HTTP by 4 senders that repeat what was not answered, while the server, and every second time its database too, is killed with SIGKILL after every 50 batches and started again; then `npm run rollups:verify`, and a look for everything that was acknowledged.',
  async measure({ isQuick }: Bench): Promise<Reading[]> {
    const [batches, killAfter] = isQuick ? [100, 25] : [1000, 50];
    const dataDir = makeDataDir();
    const program = openKillablePortal(dataDir);
    try {
      const secret = await makeIntakeKey(await program.current(), 'Bench');
      const acknowledged = await sendAll(program, { secret, batches, killAfter });
      const portal = await program.current();
      const { differences, output } = await verify(dataDir);
      const lost = await countLost(portal, acknowledged);
      return [
        atMost('sums that differ from the rows', '0', differences, { output }),
        atMost('acknowledged records lost', '0', lost),
        note('kills', program.kills(), ''),
        note('records acknowledged', acknowledged.size, ''),
      ];
    } finally {
      await (await program.current().catch(() => undefined))?.stop();
      removeFolder(dataDir);
    }
  },
};

/** Answers what was acknowledged, as the sender's ids of conversations and of their messages. */
async function sendAll(
  program: KillablePortal,
  { secret, batches, killAfter }: { secret: string; batches: number; killAfter: number },
): Promise<Set<string>> {
  const nextBatch = createBatches(createRandom(`${batches}`).fraction, new Date());
  const acknowledged = new Set<string>();
  let sent = 0;
  await shareOut(Array.from({ length: batches }), senders, async () => {
    const batch = nextBatch();
    await insist(program, secret, batch);
    for (const id of listRecords(batch)) acknowledged.add(id);
    sent += 1;
    // Not waited for: the others are in the middle of theirs.
    if (sent % killAfter === 0 && sent < batches) await program.kill();
  });
  return acknowledged;
}

async function insist(program: KillablePortal, secret: string, batch: Batch): Promise<void> {
  const init = {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(batch),
  };
  for (;;) {
    const { url } = await program.current();
    const answer = await fetch(`${url}/api/intake/conversations`, init).catch(() => undefined);
    if (answer?.status === 200) return;
    if (answer && ![429, 502, 503].includes(answer.status)) {
      throw new Error(`A batch was answered ${answer.status}: ${await answer.text()}`);
    }
    await sleep(pauseMs);
  }
}

function listRecords({ conversations = [], messages = [], statuses = [] }: Batch): string[] {
  const nested = conversations.flatMap(({ id, messages: each = [] }) => each.map((message) => `${id}/${message.id}`));
  const alone = messages.flatMap(({ conversationId, id }) => [conversationId, `${conversationId}/${id}`]);
  return [...conversations.map(({ id }) => id), ...nested, ...alone, ...statuses.map((each) => each.conversationId)];
}

function verify(dataDir: string): Promise<{ differences: number; output: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: dataDir };
    execFile(
      process.execPath,
      ['server/commands/money/rollups.ts', 'verify'],
      { cwd: rootDir, env },
      (error, output, errors) => {
        const found = /^(\d+) sums differ/m.exec(output)?.[1];
        const differences = error ? Number(found ?? Number.NaN) : 0;
        resolve({ differences, output: output + errors });
      },
    );
  });
}

async function countLost(portal: Portal, acknowledged: ReadonlySet<string>): Promise<number> {
  const { rows } = await withOwner(portal, (client) =>
    client.query<{ id: string }>(
      `select external_id as id from conversations
        union all select c.external_id || '/' || m.external_id
          from messages m join conversations c on c.company_id = m.company_id and c.id = m.conversation_id`,
    ),
  );
  const stored = new Set(rows.map(({ id }) => id));
  return [...acknowledged].filter((id) => !stored.has(id)).length;
}
