import { PregnancySheet } from "#features/pregnancies/web/PregnancySheet.tsx";
import type { TabProps } from "../tab-props.ts";

export const PregnancyTab = ({ patient }: TabProps) => <PregnancySheet patient={patient} whenAny={false} />;
