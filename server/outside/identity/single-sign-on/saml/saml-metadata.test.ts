import { beforeAll, expect, test } from 'vitest';
import { makeCertificate } from '../../../assistants/testing/certificates.ts';
import { parseOrExplain } from './saml-metadata.ts';
import { toPlainXml } from './xml-bounds.ts';

const now = new Date();
const parse = (xml: string) => parseOrExplain(xml, now);

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
  expect(parse(make())).toEqual(found(count, left));
});

test.each([
  ['a document type', (xml: string) => `<!DOCTYPE a>${xml}`],
  ['entities', (xml: string) => `<!DOCTYPE a [<!ENTITY e "b">]>${xml.replace('idp.example', '&e;')}`],
  ['a document type behind a comment', (xml: string) => `<!-- --><!DOCTYPE a>${xml}`],
  ['a comment without an end', (xml: string) => `<!-- ${xml}`],
  ['CDATA without an end', (xml: string) => `${xml}<![CDATA[`],
])('metadata with %s is not', (_name, change) => {
  expect(parse(change(render({ keys: key(base64(0)) })))).toEqual({
    fault: expect.stringMatching(/document type|cut off or damaged/) as string,
  });
});

const whole = () => render({ keys: key(base64(0)) });
const spOnly = () => whole().replaceAll('IDPSSODescriptor', 'SPSSODescriptor');
const renamed = (name: string) => whole().replace('https://idp.example/idp/shibboleth', name);
const federation = (...entities: string[]) =>
  `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${entities.join('')}</EntitiesDescriptor>`;
const without = (pattern: RegExp) => whole().replace(pattern, '');

const faults: [string, () => string, RegExp][] = [
  ['nothing', () => '  \n', /^It is empty: ask/],
  ['a sentence', () => 'Hello', /^This is no XML/],
  ['an address', () => 'https://idp.example/metadata', /^This is an address: open it/],
  ['JSON', () => '{"a":1}', /^This is JSON/],
  [
    'a configuration of OpenID Connect',
    () => '{"issuer":"x","token_endpoint":"y"}',
    /^This is the configuration of OpenID/,
  ],
  ['a certificate', () => certificates[0] ?? '', /^This is a certificate/],
  ['a web page', () => '<!DOCTYPE html>\n<html><body><br></body></html>', /^This is a web page/],
  [
    'a web page in XHTML',
    () => `${declaration}<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>`,
    /^This is a web page/,
  ],
  [
    'a web page without a type',
    () => '<html lang="en"><head><meta charset="utf-8"></head></html>',
    /^This is a web page/,
  ],
  ['other XML', () => '<rss version="2.0"><channel/></rss>', /no SAML metadata: it begins with <rss>/],
  ['another namespace', () => whole().replace(':metadata"', ':other"'), /begins with <EntityDescriptor> in place/],
  [
    'an answer of a sign-in',
    () => '<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1"/>',
    /^This is a message of a sign-in/,
  ],
  ['half of it', () => whole().slice(0, -40), /cut off or damaged/],
  [
    'a federation',
    () => federation(...Array.from({ length: 300 }, (_, at) => renamed(`https://${at}.example`))),
    /^It is too large/,
  ],
  ['many elements', () => whole().replace('<Extensions>', `<Extensions>${'<a/>'.repeat(5000)}`), /^It is too large/],
  ['a service provider', spOnly, /metadata of a service provider/],
  ['no role', () => whole().replaceAll('IDPSSODescriptor', 'RoleDescriptor'), /<IDPSSODescriptor> is missing/],
  [
    'two providers',
    () => federation(whole(), renamed('https://other.example'), spOnly()),
    /2 identity providers \(https:\/\/idp\.example\/idp\/shibboleth, https:\/\/other\.example\): paste/,
  ],
  ['no entityID', () => without(/ {2}xmlns:shibmd="[^"]+" entityID="[^"]+"/), /has no entityID/],
  ['an empty entityID', () => renamed(''), /has no entityID/],
  ['no address', () => without(/<SingleSignOnService[^]*\/redirect"\/>/), /no address to sign in at/],
  [
    'HTTP-POST alone',
    () => without(/<SingleSignOnService [^>]*HTTP-Redirect[^>]*>/),
    /sign-ins by HTTP-POST alone: enable HTTP-Redirect/,
  ],
  ['no Location', () => without(/ Location="https:\/\/idp.example\/redirect"/), /has no Location/],
  ['no certificate', () => render({ keys: '' }), /has no signing certificate/],
  [
    'a key for encryption alone',
    () => render({ keys: key(base64(0), ' use="encryption"') }),
    /for encryption and none for signing/,
  ],
  ['a broken certificate', () => render({ keys: key('AAAA') }), /cannot be read, or its key is not RSA/],
  [
    'an end that has passed',
    () => whole().replace('entityID', 'validUntil="2020-01-01T00:00:00Z" entityID'),
    /valid until 2020-01-01T00:00:00Z: get it/,
  ],
];

test.each(faults)('%s is said, and what to do', (_name, make, fault) => {
  const answer = parse(make());
  expect(answer).toEqual({ fault: expect.stringMatching(fault) as string });
  expect('fault' in answer && answer.fault).toMatch(/^[A-Z][^\n]+\.$/);
});

test('certificates that have expired are left out, and said where none is left', () => {
  const later = new Date('2200-01-01T00:00:00Z');
  expect(parseOrExplain(whole(), later)).toEqual({
    fault: expect.stringMatching(/^Its signing certificate expired on \d{4}-\d\d-\d\d: renew it/) as string,
  });
});

test('service providers of a federation beside one identity provider are no matter', () => {
  expect(parse(federation(spOnly(), whole()))).toEqual(found(1));
});

test('what is in CDATA is text, also tags and comments, and a comment hides CDATA', () => {
  expect(toPlainXml('<a><![CDATA[<b>&<!-- -->]]></a>')).toBe('<a>&lt;b&gt;&amp;&lt;!-- --&gt;</a>');
  expect(toPlainXml('<a><!-- <![CDATA[ --></a>')).toBe('<a></a>');
});

test.each(['<!--', '<![CDATA[', '<?', '<!-- --><![CDATA[]]>'])('hostile %s costs no time', (text) => {
  const started = process.cpuUsage();
  parse(text.repeat(200_000 / text.length));
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(300);
});
