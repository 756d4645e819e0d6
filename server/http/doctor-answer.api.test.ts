import { expect, test } from 'vitest';
import { createDoctorProof, doctorChecksPath, doctorHeader } from '../lib/crypto/doctor-proof.ts';
import { useTestPortal } from '../testing/test-portal.ts';

const portal = useTestPortal();

/** Asks at the address where a portal says what it sees. */
async function ask(question: string | undefined, method = 'POST') {
  const headers: Record<string, string> = question === undefined ? {} : { [doctorHeader]: question };
  const answer = await fetch(new URL(doctorChecksPath, portal().url), { method, headers });
  return { status: answer.status, text: await answer.text() };
}

test('what the portal sees is answered to the doctor’s own question alone, and that for a minute', async () => {
  const { key } = portal().secrets;
  const now = portal().clock.now();
  const late = new Date(now.getTime() - 61_000);
  const checks = createDoctorProof(key, 'checks');
  const own = checks.ask(now);
  const answered = await ask(own);
  expect(answered.status).toBe(200);
  expect(JSON.parse(answered.text)).toMatchObject({ proof: checks.answer(own), lines: expect.any(Array) });
  const others = [
    undefined,
    '',
    createDoctorProof(key).ask(now),
    createDoctorProof('another', 'checks').ask(now),
    checks.ask(late),
  ];
  for (const question of others) {
    const denied = await ask(question);
    expect([question, denied.status, denied.text.includes('lines')]).toEqual([question, 404, false]);
  }
  expect((await ask(own, 'GET')).status).toBe(404);
});
