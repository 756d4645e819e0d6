import type { WithheldCapability } from '../areas.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { WithheldNotice } from '../../records/withheld-notice.tsx';

const pages = {
  'transcripts.read-own': {
    title: 'Conversation logs',
    words: 'Your company’s administrators have restricted access to transcripts.',
  },
  'company.read': {
    title: 'Company information',
    words: 'Your company’s administrators have restricted access to company data.',
  },
  'billing.read': {
    title: 'Usage and billing',
    words: 'Your company’s administrators have restricted access to usage and billing.',
  },
} as const satisfies Record<WithheldCapability, { title: string; words: string }>;

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
