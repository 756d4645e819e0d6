import { settings } from '#web/lib/settings.ts';
import { DataTable } from '#web/ui/records/data-table.tsx';
import { HistoryIcon, MailIcon, PhoneIcon } from '#web/ui/drawings/icons.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Block, Columns, Text } from '#web/ui/layout/layout.tsx';
import styles from './static-pages.module.css';

const businessHours = 'Mon-Fri business hours';

/** The response objectives of section 2.7. */
const severities = [
  { severity: '1', objective: 'within 1 hour', hours: '24/7' },
  { severity: '2', objective: 'within 2 business hours', hours: businessHours },
  { severity: '3', objective: 'within 4 business hours', hours: businessHours },
  { severity: '4', objective: 'within 1 business day', hours: businessHours },
];

export function ContactsPage() {
  const { supportEmail, supportPhone } = settings.brand;
  return (
    <>
      <PageHeader
        title="Technical support"
        purpose="Contact us if something isn’t working. Include the severity so we can prioritise."
      />
      <Columns of={3} rule="strong-above" below={12} className={styles.channels}>
        <section className={styles.channel}>
          <h2>
            <MailIcon size={18} /> E-mail
          </h2>
          <Text size="lg" weight="medium" breaks="anywhere" className={styles.value}>
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
          </Text>
          <Text above={1} size="sm" tone="soft">
            Severity 1 to 4. Support is in English only.
          </Text>
        </section>
        <section className={styles.channel}>
          <h2>
            <PhoneIcon size={18} /> Voice
          </h2>
          <Text size="lg" weight="medium" breaks="anywhere" className={styles.value}>
            {supportPhone ? <a href={`tel:${supportPhone.replaceAll(' ', '')}`}>{supportPhone}</a> : 'On request'}
          </Text>
          <Text above={1} size="sm" tone="soft">
            For severity 1, please call. Support is in English only.
          </Text>
        </section>
        <section className={styles.channel}>
          <h2>
            <HistoryIcon size={18} /> Hours
          </h2>
          <Text size="lg" weight="medium" breaks="anywhere" className={styles.value}>
            Mon-Fri
          </Text>
          <Text above={1} size="sm" tone="soft">
            Business hours; 24/7 for severity 1.
          </Text>
        </section>
      </Columns>
      <Block below={4}>
        <h2>Response objectives</h2>
        <Text above={1} tone="soft" measure={42}>
          Time until an engineer responds to your message.
        </Text>
      </Block>
      <DataTable caption="Response objectives by severity">
        <thead>
          <tr>
            <th scope="col">Severity</th>
            <th scope="col">Response objective</th>
            <th scope="col">Hours</th>
          </tr>
        </thead>
        <tbody>
          {severities.map((row) => (
            <tr key={row.severity}>
              <th scope="row">
                <Text as="span" weight="strong">
                  {row.severity}
                </Text>
              </th>
              <td>{row.objective}</td>
              <td>{row.hours}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </>
  );
}
