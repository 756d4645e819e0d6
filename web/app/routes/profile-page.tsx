import { OptOuts } from '../../features/mails/opt-outs.tsx';
import { ProfilePage } from '../../features/profile/profile-page.tsx';

/** `/settings`: the profile, then the mails that the person has unsubscribed from. */
export function ProfileWithMails() {
  return (
    <>
      <ProfilePage />
      <OptOuts />
    </>
  );
}
