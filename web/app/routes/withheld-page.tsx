import { PageHeader } from '../../ui/page-header.tsx';
import { WithheldNotice } from '../../records/withheld-notice.tsx';

const pages = {
  'transcripts.read-own': {
    title: 'Conversation logs',
    words: 'Your company’s administrators keep transcripts to themselves.',
  },
  'company.read': {
    title: 'Company information',
    words: 'Your company’s administrators keep company data to themselves.',
  },
  'billing.read': {
    title: 'Usage and billing',
    words: 'Your company’s administrators keep usage and billing to themselves.',
  },
} as const;

export type WithheldCapability = keyof typeof pages;

/** In place of a page that every role has by default, and that a right of the company keeps from this one. */
export function WithheldPage({ capability }: { capability: WithheldCapability }) {
  const { title, words } = pages[capability];
  return (
    <>
      <PageHeader title={title} />
      <WithheldNotice>{words}</WithheldNotice>
    </>
  );
}
