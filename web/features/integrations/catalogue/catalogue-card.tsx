import { Link } from '@tanstack/react-router';
import styles from './catalogue.module.css';

interface CatalogueCardProps {
  label: string;
  /** The page that adds it; an entry without one is coming soon. */
  path?: string;
  purpose?: string;
  /** The words of the link, where the card adds one thing. */
  action?: string;
}

/** One entry of the catalogue. The whole card is a link; an entry that is coming soon is none. */
export function CatalogueCard({ label, path, purpose, action = 'Choose' }: CatalogueCardProps) {
  return (
    <li className={styles.card} data-soon={path === undefined || undefined}>
      <span className={styles.mark} aria-hidden="true">
        {toMonogram(label)}
      </span>
      <div className={styles.words}>
        <h3>{path === undefined ? label : <Link to={path}>{label}</Link>}</h3>
        {purpose && <p>{purpose}</p>}
        {path !== undefined && (
          <span className={styles.action} aria-hidden="true">
            {action}
          </span>
        )}
      </div>
    </li>
  );
}

/** 'SAP ERP' becomes SE, 'Slack' Sl; an abbreviation of three letters stays as it is. */
function toMonogram(label: string): string {
  const [first = '', second] = label.split(' ');
  if (second !== undefined) return `${first.slice(0, 1)}${second.slice(0, 1)}`;
  return first.length === 3 ? first : first.slice(0, 2);
}
