import { beforeAll, expect, test } from 'vitest';
import { makeCertificate } from '../../../assistants/testing/certificates.ts';
import { parseIssuerMetadata } from './saml-metadata.ts';
import { toPlainXml } from './xml-bounds.ts';

let certificates: string[];
beforeAll(async () => {
  const made = await Promise.all([1, 2, 3].map(() => makeCertificate(['DNS:idp.example'], 'rsa')));
  certificates = made.map(({ cert }) => cert.trim());
});

const base64 = (at: number) => (certificates[at] ?? '').replaceAll(/-----[A-Z ]+-----|\n/g, '');
const key = (content: string, use = ' use="signing"') =>
  `<KeyDescriptor${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${content}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`;

interface Parts {
  readonly before?: string;
  readonly inside?: string;
  readonly keys: string;
  readonly after?: string;
}

const render = ({ before = '', inside = '', keys, after = '' }: Parts) => `${before}<EntityDescriptor
  xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"
  xmlns:shibmd="urn:mace:shibboleth:metadata:1.0" entityID="https://idp.example/idp/shibboleth">${inside}
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol urn:mace:shibboleth:1.0">
    <Extensions><shibmd:Scope regexp="false">idp.example</shibmd:Scope></Extensions>${keys}
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/post"/>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/redirect"/>
  </IDPSSODescriptor>
</EntityDescriptor>${after}`;

const found = (count: number, left = 0) => ({
  issuer: 'https://idp.example/idp/shibboleth',
  signInAddress: 'https://idp.example/redirect',
  certificates: certificates.slice(0, count),
  certificatesLeftOut: left,
});

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const files: [string, () => string, number, number][] = [
  [
    'Shibboleth, with its comments',
    () =>
      render({
        before: `${declaration}<!--\n     This is example metadata only. Do *NOT* supply it as is <EntityDescriptor> without review.\n-->\n`,
        keys: `<!-- First signing certificate is BackChannel, <KeyDescriptor> the Second is FrontChannel -->${key(base64(0))}${key(base64(1))}`,
        after: '\n<!-- end -->\n',
      }),
    2,
    0,
  ],
  [
    'ADFS, signed, with encryption first and a role of WS-Federation',
    () =>
      render({
        before: '\uFEFF',
        inside: `<ds:Signature><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64(2)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature><RoleDescriptor>${key(base64(2))}</RoleDescriptor>`,
        keys: `${key(base64(2), ' use="encryption"')}${key(base64(0))}`,
      }),
    1,
    0,
  ],
  ['Entra, three certificates', () => render({ keys: [0, 1, 2].map((at) => key(base64(at))).join('') }), 2, 1],
  ['keys without a use', () => render({ keys: key(base64(0), '') }), 1, 0],
  ['CDATA', () => render({ keys: key(`<![CDATA[\r\n${base64(0)}\r\n]]>`) }), 1, 0],
  [
    'a stylesheet',
    () => render({ before: `${declaration}<?xml-stylesheet type="text/xsl" href="a.xsl"?>\n`, keys: key(base64(0)) }),
    1,
    0,
  ],
  [
    'a comment within a certificate',
    () => render({ keys: key(`${base64(0).slice(0, 20)}<!-- - -->${base64(0).slice(20)}`) }),
    1,
    0,
  ],
  ['line ends of Windows', () => render({ before: declaration, keys: key(base64(0)) }).replaceAll('\n', '\r\n'), 1, 0],
];

test.each(files)('metadata of %s is taken', (_name, make, count, left) => {
  expect(parseIssuerMetadata(make())).toEqual(found(count, left));
});

test.each([
  ['a document type', (xml: string) => `<!DOCTYPE a>${xml}`],
  ['entities', (xml: string) => `<!DOCTYPE a [<!ENTITY e "b">]>${xml.replace('idp.example', '&e;')}`],
  ['a document type behind a comment', (xml: string) => `<!-- --><!DOCTYPE a>${xml}`],
  ['a comment without an end', (xml: string) => `<!-- ${xml}`],
  ['CDATA without an end', (xml: string) => `${xml}<![CDATA[`],
])('metadata with %s is not', (_name, change) => {
  expect(parseIssuerMetadata(change(render({ keys: key(base64(0)) })))).toBeUndefined();
});

test('what is in CDATA is text, also tags and comments, and a comment hides CDATA', () => {
  expect(toPlainXml('<a><![CDATA[<b>&<!-- -->]]></a>')).toBe('<a>&lt;b&gt;&amp;&lt;!-- --&gt;</a>');
  expect(toPlainXml('<a><!-- <![CDATA[ --></a>')).toBe('<a></a>');
});

test.each(['<!--', '<![CDATA[', '<?', '<!-- --><![CDATA[]]>'])('hostile %s costs no time', (text) => {
  const started = process.cpuUsage();
  parseIssuerMetadata(text.repeat(200_000 / text.length));
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(300);
});
