import { useQuery } from '@tanstack/react-query';
import { Columns, Text } from '../ui/layout/layout.tsx';
import styles from './records.module.css';

/** The key of an authenticator app, as a QR code and as text. */
export function AuthenticatorKey({ uri, secret }: { uri: string; secret: string }) {
  return (
    <Columns of={['9.5rem', 1]} gap={5} align="center" size="sm" tone="soft">
      <QrCode text={uri} label="Key for your authenticator app" />
      <p>
        Can’t scan the code? Enter this key instead:{' '}
        <Text as="code" block above={2} size="sm" tone="ink" mono translate="no">
          {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </Text>
      </p>
    </Columns>
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
