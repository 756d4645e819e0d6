import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { TwoFactorSetUp } from '#contract/session/session-forms.ts';
import { client } from '../../../api/client.ts';
import { currentUserQuery } from '../../../api/current-user.ts';
import { useApiForm } from '../../../api/use-api-form.ts';
import { paths } from '../../../paths.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { CodeField } from '../../../ui/forms/code-field.tsx';
import { RecoveryCodes } from '../../../ui/recovery-codes.tsx';
import { AuthForm } from '../layout/auth-form.tsx';
import styles from './two-factor-key.module.css';

const loadSchema = () => import('#contract/session/session-forms.ts').then(({ CodeForm }) => CodeForm);

/** The key as a QR code and as text, the recovery codes, and the field for the first code. */
export function TwoFactorKey({ setUp }: { setUp: TwoFactorSetUp }) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const { form, formProps, alert, isBusy } = useApiForm({
    initialValues: { code: '' },
    loadSchema,
    onSubmit: async (body) => {
      await client.session.confirmTwoFactor({ body });
      await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      showToast('Two-factor authentication is on.');
      await router.navigate({ href: paths.security() });
    },
  });
  return (
    <>
      <div className={styles.key}>
        <QrCode text={setUp.uri} label="Key for your authenticator app" />
        <p>
          Can’t scan the code? Enter this key instead: <code>{setUp.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
      </div>
      <RecoveryCodes codes={setUp.recoveryCodes} />
      <AuthForm {...formProps} alert={alert} submitLabel="Turn on" busy={isBusy}>
        <CodeField label="Authenticator code" size="md" {...form.getInputProps('code')} />
      </AuthForm>
    </>
  );
}

/** The quiet zone of a QR code, in cells. */
const quietCells = 3;

/** The dark cells of the code as one path of unit squares. */
async function drawCode(text: string) {
  const { default: qrcode } = await import('qrcode');
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' });
  const cells: string[] = [];
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column)) cells.push(`M${column + quietCells} ${row + quietCells}h1v1h-1z`);
    }
  }
  return { size: modules.size + quietCells * 2, path: cells.join('') };
}

/** A QR code rendered in the browser, because its text is a secret. */
function QrCode({ text, label }: { text: string; label: string }) {
  // Not cached, because the key is a secret. Retried only when the chunk of the encoder failed to load.
  const { data } = useQuery({ queryKey: ['qr-code', text], queryFn: () => drawCode(text), gcTime: 0, retry: 1 });
  return (
    <div className={styles.frame}>
      {data && (
        <svg viewBox={`0 0 ${data.size} ${data.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
          <path d={data.path} fill="#000" />
        </svg>
      )}
    </div>
  );
}
