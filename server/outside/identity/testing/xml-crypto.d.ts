/** Types that the tests use of `xml-crypto`, whose own types load those of browsers. */
export class SignedXml {
  constructor(options: { privateKey: string; signatureAlgorithm: string; canonicalizationAlgorithm: string });
  addReference(reference: { xpath: string; digestAlgorithm: string; transforms: string[] }): void;
  computeSignature(xml: string, options: { location: { reference: string; action: 'after' } }): void;
  getSignedXml(): string;
}
