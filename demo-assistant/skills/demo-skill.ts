/** A skill of the demo with the fields of the store (section 3). */
export interface DemoSkill {
  readonly name: string;
  readonly description: string;
  readonly area: 'FI' | 'MM' | 'SD' | 'CO' | 'BS' | 'General';
  /** A key of the table of vendors. */
  readonly serviceProvider: 'SAP' | 'provider';
  readonly domainKnowledge: 'ERP' | 'Communication';
  readonly skillResult: string;
  /** Commands that start a conversation. */
  readonly conversationInfo: readonly string[];
  readonly workflowApproval: boolean;
  /** Names of pictures in `pictures/skills`. */
  readonly screenshots?: readonly string[];
  /** The transport request that a company installs first, as a file of this name and size. */
  readonly transport?: { readonly name: string; readonly bytes: number };
  /** Price of one usage event, in ten-thousandths of a euro. */
  readonly priceTenThousandths: number;
}

export const areaNames: Readonly<Record<DemoSkill['area'], string>> = {
  FI: 'Finance',
  MM: 'Material Management',
  SD: 'Sales and Distribution',
  CO: 'Controlling',
  BS: 'Basis',
  General: 'General',
};
