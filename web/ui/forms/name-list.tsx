import { Block } from '../layout/layout.tsx';
import styles from '../controls.module.css';

interface NameListProps {
  /** For screen readers. */
  label: string;
  /** A long list scrolls. */
  names: readonly string[];
}

/** Names of the records of a dialog. */
export function NameList({ label, names }: NameListProps) {
  return (
    <Block as="ul" rule="both" above={4} below={5} className={styles.names} tabIndex={0} aria-label={label}>
      {names.map((name, index) => (
        <li key={`${name}:${names.indexOf(name, index)}`}>{name}</li>
      ))}
    </Block>
  );
}
