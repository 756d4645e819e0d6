import { PageHeader } from '#web/ui/page-header.tsx';
import { RetentionPanel } from './retention-panel.tsx';

/** `/settings/privacy/retention`, for SuperAdmins: for how long texts and conversations are kept. */
export function RetentionPage() {
  return (
    <>
      <PageHeader title="Retention" purpose="Choose for how long conversations and their texts are kept." />
      <RetentionPanel />
    </>
  );
}
