import { Button } from '@mantine/core';
import { Fact, Facts, Table } from '../../ui/layout/facts.tsx';
import { Text } from '../../ui/layout/layout.tsx';
import { PageHeader, PageSetContext } from '../../ui/page-header.tsx';
import type { Family } from '../samples.ts';
import { longName, longText, rightToLeftName, unbrokenName } from '../texts.ts';

export const pageParts: Family = {
  title: 'Pages',
  samples: [
    {
      title: 'Facts',
      render: () => ({
        'beside each other': <Facts>{facts}</Facts>,
        'in lines': <Facts names="10rem">{facts}</Facts>,
      }),
    },
    {
      title: 'Table in a text',
      render: () => ({
        'long, unbroken and right-to-left': (
          <Table>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Department</th>
              </tr>
            </thead>
            <tbody>
              {[longName, unbrokenName, rightToLeftName].map((name) => (
                <tr key={name}>
                  <td>{name}</td>
                  <td>Sales</td>
                </tr>
              ))}
            </tbody>
          </Table>
        ),
      }),
    },
    {
      title: 'Page header',
      render: () => ({
        whole: (
          <PageHeader
            title="Users"
            eyebrow="Company"
            purpose="Who may use the assistant, and who runs the portal."
            actions={<Button>Create user</Button>}
          />
        ),
        'with tabs': (
          <PageSetContext value={{ title: 'Company Profile', tab: 'Profile', tabs: <Text>The tabs of the area</Text> }}>
            <PageHeader title="Company information" purpose="Used for billing and to represent your company." />
          </PageSetContext>
        ),
        'long and unbroken': (
          <PageHeader title={`${longName} ${unbrokenName}`} purpose={longText} actions={<Button>Create user</Button>} />
        ),
        'right to left': <PageHeader title={rightToLeftName} />,
      }),
    },
  ],
};

const facts = [
  <Fact key="name" label="Name">
    {longName}
  </Fact>,
  <Fact key="id" label="Id">
    {unbrokenName}
  </Fact>,
  <Fact key="department" label="Department">
    <bdi>{rightToLeftName}</bdi>
  </Fact>,
  <Fact key="empty" label="Left out without a value">
    {undefined}
  </Fact>,
];
