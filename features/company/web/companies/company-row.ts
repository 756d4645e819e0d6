import type { CompanyFigures, ListedCompany } from '#features/company/contract/companies.ts';

/** A company with its sums; without them while they are loaded, and where that failed. */
export interface CompanyRow extends ListedCompany {
  readonly figures?: CompanyFigures | undefined;
}

/** The page of the list, for its cells. */
export interface CellContext {
  /** The company that the signed-in user acts in. */
  currentId: string;
  timeZone: string;
  search: string;
  /** Leaves out the day of the sign-up; a narrow page also has the users below the name, and a tight one the last conversation. */
  isMiddle: boolean;
  isNarrow: boolean;
  isTight: boolean;
  approvingId: string | undefined;
  onApprove: (company: ListedCompany) => void;
  onBilledSince: (company: ListedCompany) => void;
  onSuspend: (company: CompanyRow) => void;
  onReactivate: (company: ListedCompany) => void;
  onDelete: (company: ListedCompany) => void;
  onCancelDeletion: (company: ListedCompany) => void;
  onOpen: (company: ListedCompany) => void;
  onOpenUsers: (company: ListedCompany) => void;
  onOpenOverdue: (company: ListedCompany) => void;
  onPrices: (company: ListedCompany) => void;
  onNotes: (company: ListedCompany) => void;
}
