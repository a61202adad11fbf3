import { BillRecords } from "#features/billing/web/BillRecords.tsx";
import type { TabProps } from "../tab-props.ts";

export const BillsTab = ({ patient: { id }, dialogs }: TabProps) => (
  <BillRecords patientId={id} onPay={() => dialogs.show("payment", id)} />
);
