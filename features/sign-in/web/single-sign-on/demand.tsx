import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import type { SingleSignOn } from '#features/sign-in/contract/single-sign-on.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { SwitchField } from '#web/ui/forms/switch-field.tsx';
import { Stack, Text } from '#web/ui/layout/layout.tsx';

interface DemandProps {
  superAdmins: SingleSignOn['superAdmins'];
  isDemanded: boolean;
  /** Whether saving would demand it anew. */
  isNew: boolean;
  /** Ids of users. */
  breakGlass: readonly string[];
  onDemand: (isDemanded: boolean) => void;
  onBreakGlass: (ids: string[]) => void;
}

/** Whether users sign in by the issuer alone, and which SuperAdmins can still use their password in an emergency. */
export function Demand({ superAdmins, isDemanded, isNew, breakGlass, onDemand, onBreakGlass }: DemandProps) {
  const reader = useCurrentUser();
  const choose = (id: string, isChosen: boolean) =>
    onBreakGlass(isChosen ? [...breakGlass, id] : breakGlass.filter((each) => each !== id));
  return (
    <Stack gap={4} align="start">
      <SwitchField
        label="Users sign in with single sign-on only"
        checked={isDemanded}
        onChange={(event) => onDemand(event.currentTarget.checked)}
      />
      <Text role="status" size="sm" tone="soft" breaks="pretty" measure={46}>
        {isNew && <SignedOut reader={reader} kept={superAdmins.filter(({ id }) => breakGlass.includes(id))} />}
      </Text>
      <Stack as="fieldset" gap={3}>
        <legend>Emergency access</legend>
        <Text size="sm" tone="soft" breaks="pretty" measure={46}>
          These SuperAdmins can still sign in with password and two-factor authentication, for example while your
          sign-in service is down. Each such sign-in is in the audit log and e-mailed to all SuperAdmins.
        </Text>
        {superAdmins.map(({ id, name, email, hasTwoFactor }) => (
          <SwitchField
            key={id}
            label={`${name} (${email})${hasTwoFactor ? '' : ' – needs two-factor authentication first'}`}
            checked={breakGlass.includes(id)}
            disabled={!hasTwoFactor && !breakGlass.includes(id)}
            onChange={(event) => choose(id, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </Stack>
  );
}

/** Whom saving signs out, the reader by name. */
function SignedOut({ kept, reader }: { kept: SingleSignOn['superAdmins']; reader: CurrentUser }) {
  const isKept = reader.homeCompanyName !== null || kept.some(({ id }) => id === reader.id);
  const names = kept.map(({ name }) => name).join(', ');
  return (
    <span>
      {`Saving signs out all users who signed in with a password${names && `, except ${names}`}.${isKept ? '' : ' You too are signed out, unless you signed in with single sign-on or choose yourself below.'}`}
    </span>
  );
}
