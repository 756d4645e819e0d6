import { X509Certificate } from 'node:crypto';
import type { SigningCertificate } from '#features/sign-in/contract/saml.ts';

const minKeyBits = 2048;

/** A certificate of PEM or bare base64, with an RSA key that is long enough; undefined for any other text. */
export function parseCertificate(text: string): SigningCertificate | undefined {
  const base64 = text.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'));
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
    if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < minKeyBits) return undefined;
    return {
      pem: certificate.toString().trim(),
      fingerprint: certificate.fingerprint256,
      expiresAt: certificate.validToDate.toISOString(),
    };
  } catch {
    return undefined;
  }
}
