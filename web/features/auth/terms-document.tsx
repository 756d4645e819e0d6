import { settings } from '../../lib/settings.ts';

/** What a person agrees to with 'Terms & Conditions': the terms of the legal page in short (section 2.7). */
export function TermsDocument() {
  const { product, provider } = settings.brand;
  return (
    <>
      <p>Last updated 02 Nov 2018. The full terms stand under Legal information in {product}.</p>
      <h3>Governing law</h3>
      <p>Estonian law governs these terms between your company and {provider}.</p>
      <h3>Claims and liability</h3>
      <p>
        Claims must start within 3 months. Liability is limited to the amounts paid in the 12 months before the claim.
      </p>
      <h3>Confidentiality</h3>
      <p>
        Each side keeps the other’s confidential data secret; a breach carries a penalty of 10 000 euros. Confidential
        data is returned or deleted within 10 days of request.
      </p>
      <h3>Termination</h3>
      <p>
        Either side may terminate when force majeure lasts over 3 months, or when the other side is in delay for 30
        working days.
      </p>
    </>
  );
}
