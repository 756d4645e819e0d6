import { useCurrentUser } from '#web/api/current-user.ts';
import { settings } from '#web/lib/settings.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ProfileForm } from './profile-form.tsx';

/** `/settings`: 'Profile information' (section 2.3). */
export function ProfilePage() {
  const user = useCurrentUser();
  return (
    <>
      <PageHeader
        title="Profile information"
        purpose={`Your company, SAP Login ID and roles are visible only to the admins of your company and to ${settings.brand.provider}. Colleagues see your name and e-mail address.`}
      />
      <ProfileForm user={user} />
    </>
  );
}
