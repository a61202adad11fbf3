import { GrowthSheet } from "#features/growth/web/GrowthSheet.tsx";
import { ImmunizationSheet } from "#features/immunizations/web/ImmunizationSheet.tsx";
import type { TabProps } from "../tab-props.ts";

export const GrowthTab = ({ patient }: TabProps) => <GrowthSheet patient={patient} whenAny={false} />;

export const ImmunizationTab = ({ patient }: TabProps) => <ImmunizationSheet patient={patient} />;
