import { OptOuts } from '#features/mail/web/opt-outs.tsx';
import { ProfilePage } from '#features/people/web/profile/profile-page.tsx';

/** `/settings`: the profile, then the mails that the person has unsubscribed from. */
export function ProfileWithMails() {
  return (
    <>
      <ProfilePage />
      <OptOuts />
    </>
  );
}
