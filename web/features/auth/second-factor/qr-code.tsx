import { useQuery } from '@tanstack/react-query';
import styles from './qr-code.module.css';

/** Cells of white around the code, without which some cameras do not find it. */
const quietCells = 3;

/** The dark cells of the code, row by row, as one path of unit squares. */
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

/** A QR code made in this browser: its text, a secret, goes nowhere else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  // Not kept once off the screen, and asked for again only where the code of the page itself could not be loaded.
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
