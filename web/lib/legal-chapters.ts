export interface LegalChapter {
  id: string;
  title: string;
  paragraphs: readonly string[];
}

interface Parties {
  product: string;
  provider: string;
}

/** The chapters without names. */
const commonChapters: readonly LegalChapter[] = [
  {
    id: 'service',
    title: 'The service',
    paragraphs: [
      'The provider gives the customer access to the portal, to the assistant and to the skills the customer has chosen, and supports them as described on the technical support page.',
      'The customer names the people who use the service, keeps their details correct and answers for what they do with it. Passwords are personal and are not shared.',
    ],
  },
  {
    id: 'payment',
    title: 'Fees and payment',
    paragraphs: [
      'The customer pays for the requests its skills have answered, at the prices shown in the usage dashboard. Invoices are issued in euros and are paid by bank transfer.',
    ],
  },
  {
    id: 'confidentiality',
    title: 'Confidentiality',
    paragraphs: [
      'Each party keeps confidential what it learns of the other and uses it for this agreement alone. This does not hold for what is public, was already known, or has to be disclosed by law.',
      'A party that breaches its duty of confidentiality pays the other a penalty of 10 000 euros for the breach.',
      'Confidential data is returned or deleted within 10 days of a request by the party it belongs to.',
    ],
  },
  {
    id: 'data',
    title: 'Personal data',
    paragraphs: [
      'The provider processes personal data on behalf of the customer, on its instructions and only to provide the service. It protects the data by technical and organisational measures that fit the risk.',
    ],
  },
  {
    id: 'liability',
    title: 'Liability',
    paragraphs: [
      'Each party is liable for the direct damage it causes by breaching this agreement. The total liability of a party is limited to the amounts paid by the customer for the service in the prior 12 months.',
      'A claim under this agreement must start within 3 months of the day on which the party learned, or should have learned, of its reason. Later claims are excluded.',
    ],
  },
  {
    id: 'force-majeure',
    title: 'Force majeure',
    paragraphs: [
      'Neither party is liable for a failure caused by circumstances it could not control, foresee or avoid, for as long as they last.',
      'Where force majeure lasts for over 3 months, either party may terminate the agreement by written notice.',
    ],
  },
  {
    id: 'termination',
    title: 'Term and termination',
    paragraphs: [
      'The agreement holds from the day the customer signs up until it is terminated.',
      'A party may terminate the agreement where the other is in delay with an obligation by 30 working days.',
    ],
  },
  {
    id: 'law',
    title: 'Governing law',
    paragraphs: [
      'These terms are governed by Estonian law. Disputes that the parties cannot settle by negotiation are settled in the courts of Estonia.',
    ],
  },
];

/** The terms of service with every figure of section 2.7. */
export function getLegalChapters({ product, provider }: Parties): LegalChapter[] {
  const agreement = {
    id: 'agreement',
    title: 'The agreement',
    paragraphs: [
      `These terms govern the use of ${product} by the company that signs up for it (the customer) and by the people it gives access. The service is provided by ${provider} (the provider).`,
      'By using the service the customer accepts these terms. A person who accepts them for a company confirms that they are authorized to do so.',
    ],
  };
  return [agreement, ...commonChapters];
}
