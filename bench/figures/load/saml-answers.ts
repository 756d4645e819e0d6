import { randomUUID } from 'node:crypto';
import { createSamlProvider } from '../../../server/outside/identity/testing/saml-provider.ts';
import { withOwner } from '../../../harness/database.ts';
import { atMost, type Reading } from '../../figure.ts';
import type { ProbedPortal } from '../../probed-portal.ts';
import { openSession } from '../../../harness/session.ts';

const company = 'Acme Manufacturing';
/** Characters of the longest answer that is read, less what its other fields take. */
const maxXml = 180_000;

/** The stops of a SAML answer that is as long as it can be, sound but for the request that it answers. */
export async function measureSamlAnswers(portal: ProbedPortal): Promise<Reading> {
  const provider = await createSamlProvider('https://idp.example/?idpid=1', () => new Date());
  const { token } = await openSession(portal, 'superadmin@acme.example');
  const saved = await fetch(`${portal.url}/api/company/single-sign-on`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      kind: 'saml',
      issuer: provider.issuer,
      signInAddress: provider.signInAddress,
      certificates: [provider.certificate.cert],
      domains: [],
      isDemanded: false,
      breakGlass: [],
    }),
  });
  if (!saved.ok) throw new Error(`The identity provider was answered ${saved.status}: ${await saved.text()}`);
  const { rows } = await withOwner(portal, (client) =>
    client.query<{ id: string }>('select id from companies where name = $1', [company]),
  );
  const address = `${portal.url}/api/session/single-sign-on/saml/${rows[0]?.id}`;
  const request = { id: `_${randomUUID()}`, issuer: `${address}/metadata`, assertionAddress: address, relayState: 'x' };
  const attribute = (place: number) => [`attribute${place}`, `value ${place}`.repeat(4)] as const;
  const attributes = Object.fromEntries(Array.from({ length: maxXml / 250 }, (_, place) => attribute(place)));
  const fields = provider.answer(request, 'mari@acme.example', { attributes });
  const post = async () => {
    const { status } = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
    return status;
  };
  const statuses = [await post()];
  const pieces = await portal.watchLoop(async () => statuses.push(await post()));
  const characters = fields['SAMLResponse']?.length;
  return atMost('a SAML answer as long as it can be', '200 ms', pieces.longestWorkMs, { pieces, statuses, characters });
}
