import { settings } from '../../../lib/settings.ts';

/** The agreement 'Data Processing'. */
export function DataProcessingDocument() {
  const { product, assistant, provider, supportEmail } = settings.brand;
  return (
    <>
      <p>
        {provider} processes the personal data in {product} on behalf of your company, which stays responsible for it.
      </p>
      <h3>What is processed</h3>
      <p>
        Names, e-mail addresses and roles of your company’s users, their conversations with {assistant}, and a record of
        the changes that they make in the portal.
      </p>
      <h3>What for</h3>
      <p>
        To let people sign in, to answer their requests, to show your company its usage and costs, and to write its
        invoices. For nothing else, and never for advertising.
      </p>
      <h3>Who sees it</h3>
      <p>
        The people of your company, as far as their roles allow, and those at {provider} who support it. No other
        customer.
      </p>
      <h3>Where, and for how long</h3>
      <p>
        In the European Union, for as long as your company uses {product}. Confidential data is returned or deleted
        within 10 days of request.
      </p>
      <h3>Your rights</h3>
      <p>
        You may request access, correction, export or deletion of your data at any time:{' '}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
    </>
  );
}
