import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TwoFactorSetUp } from '#contract/session/session-forms.ts';
import { client } from '../../api/client.ts';
import { useApiForm } from '../../api/use-api-form.ts';
import { CodeField } from '../../ui/forms/code-field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import styles from './two-factor-key.module.css';
import formStyles from './security-page.module.css';

const loadSchema = () => import('#contract/session/session-forms.ts').then(({ CodeForm }) => CodeForm);

/** The key as a QR code and as text, and the field for the first code. */
export function TwoFactorKey({ setUp, onConfirmed }: { setUp: TwoFactorSetUp; onConfirmed: () => Promise<void> }) {
  const { form, formProps, alert, isBusy } = useApiForm({
    initialValues: { code: '' },
    loadSchema,
    onSubmit: async (body) => {
      await client.session.confirmTwoFactor({ body });
      await onConfirmed();
    },
  });
  return (
    <div className={formStyles.stack}>
      <div className={styles.key}>
        <QrCode text={setUp.uri} label="Key for your authenticator app" />
        <p>
          Can’t scan the code? Enter this key instead: <code>{setUp.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
      </div>
      <form {...formProps} className={formStyles.form}>
        <FormAlert>{alert}</FormAlert>
        <CodeField label="Authenticator code" {...form.getInputProps('code')} />
        <div className={formStyles.actions}>
          <Button type="submit" loading={isBusy}>
            Turn on
          </Button>
        </div>
      </form>
    </div>
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
