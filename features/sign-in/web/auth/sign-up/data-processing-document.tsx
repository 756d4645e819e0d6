import { settings } from '#web/lib/settings.ts';

/** The agreement 'Data Processing'. */
export function DataProcessingDocument() {
  const { product, assistant, provider, supportEmail } = settings.brand;
  return (
    <>
      <p>
        {`${provider} processes the personal data in ${product} on behalf of your company, which stays responsible for it.`}
      </p>
      <h3>Data we process</h3>
      <p>
        {`Names, e-mail addresses and roles of your company’s users, their conversations with ${assistant}, and a record of the changes that they make in the portal.`}
      </p>
      <h3>Purpose</h3>
      <p>
        To let people sign in, to answer their requests, to show your company its usage and costs, and to issue its
        invoices. We never use it for anything else, including advertising.
      </p>
      <h3>Who has access</h3>
      <p>
        {`Users of your company, according to their roles, and support staff at ${provider} who support it. No other customer.`}
      </p>
      <h3>Location and retention</h3>
      <p>
        {`In the European Union, for as long as your company uses ${product}. Confidential data is returned or deleted within 10 days of request.`}
      </p>
      <h3>Your rights</h3>
      <p>
        You may request access, correction, export or deletion of your data at any time:{' '}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
    </>
  );
}
