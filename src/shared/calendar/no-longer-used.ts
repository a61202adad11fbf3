/** Why nobody is seen at a deactivated place on any day; null at an active one. */
export const noLongerUsed = ({ name, isActive }: { name: string; isActive: boolean }): string | null =>
  isActive ? null : `${name} is no longer used`;
