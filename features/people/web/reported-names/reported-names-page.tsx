import { PageHeader } from '#web/ui/page-header.tsx';
import { MappedAttributes } from './mapped-attributes.tsx';
import { ReportedSkills } from './reported-skills.tsx';
import { ReportedUsers } from './reported-users.tsx';

/** `/integrations/intake/mapping`: the names that assistants report, and the skills and users that they mean. */
export function ReportedNamesPage() {
  return (
    <>
      <PageHeader title="Mapping" purpose="Match what your assistants report to your skills and users." />
      <ReportedSkills />
      <MappedAttributes />
      <ReportedUsers />
    </>
  );
}
