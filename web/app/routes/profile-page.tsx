import { OptOuts } from '#features/mail/web/opt-outs.tsx';
import { OwnLimitPanel } from '#features/money/web/limits/own-limit-panel.tsx';
import { ProfilePage } from '#features/people/web/profile/profile-page.tsx';

/** `/settings`: the profile, then the own limit and the mails that the person has unsubscribed from. */
export function ProfileWithMails() {
  return (
    <>
      <ProfilePage />
      <OwnLimitPanel />
      <OptOuts />
    </>
  );
}
