import { lazy, Suspense } from 'react';
import { OptOuts } from '#features/mail/web/opt-outs.tsx';
import { OwnLimitPanel } from '#features/money/web/limits/own-limit-panel.tsx';
import { ProfilePage } from '#features/people/web/profile/profile-page.tsx';

const PersonalCosts = lazy(() =>
  import('#features/money/web/personal-costs/personal-costs.tsx').then((module) => ({ default: module.PersonalCosts })),
);

/** `/settings`: the profile, then the own limit and cost, and the mails that the person has unsubscribed from. */
export function ProfileWithMails() {
  return (
    <>
      <ProfilePage />
      <OwnLimitPanel />
      <Suspense>
        <PersonalCosts />
      </Suspense>
      <OptOuts />
    </>
  );
}
