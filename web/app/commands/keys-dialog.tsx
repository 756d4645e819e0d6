import { Dialog } from '../../ui/dialog.tsx';
import { pageKeys, toKeyName, type PageKey } from '../../ui/keys/page-keys.ts';
import { DataTable } from '../../ui/records/data-table.tsx';
import styles from './commands.module.css';

/** The catalogue of keys. They work where nothing is typed and no dialog is open, if the page has such a thing. */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Keys">
      <DataTable caption="Keys">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Key</th>
            <th scope="col">What it does</th>
          </tr>
        </thead>
        <tbody className={styles.keys}>
          {(Object.keys(pageKeys) as PageKey[]).map((name) => (
            <tr key={name}>
              <th scope="row">
                <kbd>{toKeyName(name)}</kbd>
              </th>
              <td>{pageKeys[name].words}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Dialog>
  );
}
