import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useSaml } from './testing/use-saml.ts';

const minuteMs = 60_000;
const { portal, post, makeSignedOn, signOn } = useSaml({ TRUST_PROXY: '1' });

test('answers that open nothing are limited by company and network, and those that open do not count', async () => {
  const domain = `${randomUUID()}.example`;
  const { id } = await makeSignedOn(domain);
  const other = await makeSignedOn(`${randomUUID()}.example`);
  await portal().makeUser(id, { email: `ann@${domain}` });
  const forged = { SAMLResponse: Buffer.from('<a/>').toString('base64'), RelayState: 'x' };
  const isTaken = async (companyId: string, from: string) => {
    const { answer } = await post(companyId, forged, { 'x-forwarded-for': from });
    return answer.status === 303 || answer;
  };
  const signIn = () => signOn(id, `ann@${domain}`);
  const minute = portal().clock.now().getTime() % minuteMs;
  portal().clock.advance(minuteMs - minute);
  for (let each = 0; each < 3; each += 1) expect((await signIn()).step).toMatchObject({ status: 200 });
  for (let each = 0; each < 60; each += 1) expect(await isTaken(id, '203.0.113.1')).toBe(true);
  const refused = await isTaken(id, '203.0.113.1');
  expect(refused).toMatchObject({ status: 429, body: { code: 'request.too-many' } });
  expect(refused !== true && Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await isTaken(id, '203.0.113.2')).toBe(true);
  expect(await isTaken(other.id, '203.0.113.1')).toBe(true);
  expect((await signIn()).step).toMatchObject({ status: 200 });
  portal().clock.advance(minuteMs);
  expect(await isTaken(id, '203.0.113.1')).toBe(true);
});
