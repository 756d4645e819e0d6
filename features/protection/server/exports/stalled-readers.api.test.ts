import { randomBytes, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { addConversations, reportSkill } from '#domain/conversations/testing/conversation-rows.ts';
import { makeExport } from '../privacy/testing/make-export.ts';
import { makeRowFile } from './testing/make-row-file.ts';

// As many as a portal has beside those of the places, so that only places run out.
const portal = useTestPortal({}, { appConnections: 12 });

const bytes = 12_000_000;
const wide = 'x'.repeat(20_000);
const sockets: Socket[] = [];
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

/** Sends a call by a bare connection, and reads nothing more than the head of the answer. */
function stall({ token }: TestUser, path: string, body?: object): Promise<number> {
  const { hostname, port } = new URL(portal().url);
  const text = body ? JSON.stringify(body) : '';
  const head = [
    `${body ? 'POST' : 'GET'} /api${path} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    `authorization: Bearer ${token}`,
    ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`] : []),
  ];
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', (first) => {
      socket.pause();
      socket.on('error', () => undefined);
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(first.toString('latin1'))?.[1]));
    });
    socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  });
}

interface Door {
  readonly make: (as: TestUser) => Promise<string>;
  readonly take: (as: TestUser, made: string) => Promise<number>;
}

const rowDoor: Door = {
  make: async ({ companyId }) => {
    const { number: skill } = await reportSkill(portal().database, companyId, wide.replace('x', randomUUID()));
    const made = Array.from({ length: bytes / wide.length }, () => ({ startedAt: '2026-11-05T10:00:00.000Z', skill }));
    await addConversations(portal().database, companyId, made);
    return '';
  },
  take: (as) =>
    stall(as, '/exports/conversations', {
      format: 'csv',
      from: '2026-10-31T22:00:00.000Z',
      to: '2026-11-30T21:59:59Z',
    }),
};
const fileDoor: Door = {
  make: (as) => makeRowFile(portal(), as, 'x'.repeat(bytes)),
  take: (as, id) => stall(as, `/exports/files/${id}/file`),
};
const archiveDoor: Door = {
  make: ({ companyId }) => makeExport(portal(), companyId, randomBytes(bytes)),
  take: (as, id) => stall(as, `/privacy/exports/${id}/file`),
};

test.each<[string, readonly Door[]]>([
  ['downloads of rows', [rowDoor]],
  ['archives of all data', [archiveDoor]],
  ['prepared files and archives', [fileDoor, archiveDoor]],
])(
  'six readers of %s that take nothing leave a place to a company that has none, and lose theirs',
  async (_, doors) => {
    const openCompany = async () => {
      const { superAdmin: as } = await portal().makeCompany();
      const made: string[] = [];
      for (const { make } of doors) made.push(await make(as));
      return (place: number) => (doors[place % doors.length] ?? fileDoor).take(as, made[place % doors.length] ?? '');
    };
    const holders = [await openCompany(), await openCompany(), await openCompany()];
    const [fourth, fifth] = [await openCompany(), await openCompany()];
    const held: number[] = [];
    for (const take of holders) for (const place of [0, 1]) held.push(await take(place));
    // No company gets a third place, and the third company no second one.
    expect(held).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await holders[0]?.(0)).toBe(429);
    expect(await fourth(0)).toBe(200);
    expect(await fifth(0)).toBe(429);
    portal().clock.advance(9000);
    expect(await fifth(1)).toBe(429);
    // Again and again, because what fills the buffers between both sides is taken.
    const ask = async () => {
      portal().clock.advance(10_000);
      expect(await fifth(1)).toBe(200);
    };
    await vi.waitFor(ask, { timeout: 20_000, interval: 1000 });
    // Meanwhile everything else is answered.
    expect((await fetch(`${portal().url}/api/ready`)).status).toBe(200);
  },
);
