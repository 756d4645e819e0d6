import { expect, test } from 'vitest';
import { Browser } from '#server/testing/browser.ts';
import { expectOneCompanySession, makeShared } from './testing/one-company-session.ts';
import { useSaml } from './testing/use-saml.ts';

/* What holds for OpenID Connect between companies (`mix-up`, `apart`, `claims`), for SAML. */

const { portal, provider, start, post, finish, makeSignedOn, signOn } = useSaml();

let count = 0;
async function makeCompany() {
  count += 1;
  const domain = `kind${count}.example`;
  return { domain, ...(await makeSignedOn(domain)) };
}

test('a session of one company’s SAML provider sees and ends its own alone, and changes nothing that all share', async () => {
  const { domain, superAdmin } = await makeCompany();
  const ann = await makeShared(portal(), superAdmin, `ann@${domain}`);
  const [{ browser }, { browser: other }] = [
    await signOn(superAdmin.companyId, ann.email),
    await signOn(superAdmin.companyId, ann.email),
  ];
  await expectOneCompanySession(portal(), { ann, browser, other });
});

test('a code of one company’s provider is of that company alone, whatever the page says', async () => {
  const [honest, evil] = [await makeCompany(), await makeCompany()];
  const ann = await portal().makeUser(honest.id, { email: `ann@${honest.domain}` });
  const other = await portal().makeUser(evil.id, { email: `eve@${evil.domain}` });
  const [victim, attacker] = [new Browser(portal()), new Browser(portal())];
  const { query } = await post(honest.id, provider().answer(await start(victim, ann.email), ann.email));
  const { relayState } = await start(attacker, other.email);
  for (const answer of [
    { ...query, company: evil.id },
    { ...query, state: relayState },
    { ...query, state: relayState, company: evil.id },
  ]) {
    expect([403, 409]).toContain((await finish(attacker, answer)).status);
    expect(await attacker.fetchToken()).toBeUndefined();
  }
});

test.each([
  ['an address of another company’s domain', 'ann@honest-one.example', {}],
  ['no address', 'not an address', {}],
  ['a reference to NUL', 'ann&#0;@DOMAIN', {}],
  ['half an emoji', 'ann&#xD83D;@DOMAIN', {}],
  ['a line break', 'ann&#10;@DOMAIN', {}],
  ['a character that XML has not', 'ann&#xFFFF;@DOMAIN', {}],
  ['a comment', 'ann@DOMAIN<!-- x -->.evil.example', {}],
  ['a subject of 100,000 characters', 'a'.repeat(100_000), {}],
  ['an attribute of NUL', 'ann@DOMAIN', { attributes: { email: 'ann&#0;@DOMAIN' } }],
  ['an attribute of half an emoji', 'ann@DOMAIN', { attributes: { email: '&#xDC00;' } }],
  ['a name of an attribute that cannot be stored', 'ann@DOMAIN', { attributes: { 'a&#0;b': 'x' } }],
  ['an issuer that cannot be stored', 'ann@DOMAIN', { issuer: 'https://idp.example/&#0;' }],
  ['an audience that cannot be stored', 'ann@DOMAIN', { audience: 'a&#0;' }],
  ['a session that cannot be stored', 'ann@DOMAIN', { assertionId: '_a&#xD83D;' }],
  ['a status that cannot be stored', 'ann@DOMAIN', { status: 'a&#xD83D;', signed: ['Response'] }],
  ['a format that cannot be stored', 'ann@DOMAIN', { nameIdFormat: '&#xD83D;' }],
])('a signed answer with %s is answered, and never fails', async (_name, nameId, changes) => {
  const { domain, id, superAdmin } = await makeCompany();
  await portal().makeUser(id, { email: `ann@${domain}` });
  const filled = JSON.parse(JSON.stringify(changes).replaceAll('DOMAIN', domain)) as object;
  const { posted, step } = await signOn(id, `ann@${domain}`, { ...filled, nameId: nameId.replace('DOMAIN', domain) });
  expect(posted.answer.status).toBeLessThan(500);
  expect(step.status).toBeLessThan(500);
  const settings = await portal().call('/company/single-sign-on', { as: superAdmin });
  expect(settings.status).toBe(200);
});
