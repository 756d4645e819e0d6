import { Button } from '@mantine/core';
import { useFocusRescue } from '../../lib/focus-heading.ts';
import { Table } from '../layout/facts.tsx';
import { Block, Row } from '../layout/layout.tsx';
import styles from '../controls.module.css';

export interface StaleField {
  label: string;
  /** The value of the newer record. */
  theirs: string;
  /** The value in the form. */
  yours: string;
}

interface StaleSaveNoticeProps {
  /** The fields that differ. */
  fields: readonly StaleField[];
  onUseTheirs: () => void;
  onKeepMine: () => void;
}

/** Shows both versions after a stale save; the user chooses one, and nothing is lost before. */
export function StaleSaveNotice({ fields, onUseTheirs, onKeepMine }: StaleSaveNoticeProps) {
  useFocusRescue();
  return (
    <Block as="section" pad={[5, 6]} card="amber" below={6} role="alert">
      <h2>Someone else has changed this</h2>
      <Table above={3} below={5} className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Theirs</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.label}>
              <th scope="row">{field.label}</th>
              <td>{field.theirs || '–'}</td>
              <td>{field.yours || '–'}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Row gap={2} align="stretch">
        <Button variant="default" onClick={onUseTheirs}>
          Use theirs
        </Button>
        <Button onClick={onKeepMine}>Keep mine</Button>
      </Row>
    </Block>
  );
}
