import { GitMerge } from "lucide-react";
import { duplicatePairs } from "#features/merges/contract.ts";
import { IfCan } from "#web/data/session.tsx";
import { Button } from "#web/ui/Button.tsx";
import { MergeBoard } from "./lazy-parts.ts";

/** Links to the pairs that may be one person, for the owner. */
export const MergeButton = ({ onPress }: { onPress: () => void }) => (
  <IfCan do={duplicatePairs}>
    <Button variant="ghost" icon={<GitMerge />} onPointerEnter={MergeBoard.preload} onClick={onPress}>
      Merge Patients
    </Button>
  </IfCan>
);
