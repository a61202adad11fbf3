/** The sources of the catalogue's ranges, as shown under a result. See docs/decisions/results.md. */
export const sources = {
  abim: "ABIM laboratory test reference ranges, 2024",
  who: "WHO hemoglobin cutoffs, 2024",
  whoAbim: "WHO 2024 (lower), ABIM 2024 (upper)",
  harrietLane: "The Harriet Lane Handbook, blood cell indices by age",
  ada: "ADA Standards of Care, 2025",
  adaOgtt: "ADA: below 140 mg/dL two hours after glucose",
  iadpsg: "IADPSG 2010, WHO 2013: diabetes in pregnancy",
  atp: "NCEP ATP III, 2002",
  kdigo: "KDIGO 2024",
  medline: "MedlinePlus, US National Library of Medicine",
  kost: "Kost, JAMA 1990;263:704",
  aua: "AUA/SUFU 2020: 3 or more red cells",
  usual: "Usual cutoff; none is proof",
  inr: "Without an anticoagulant",
  endocrine: "Institute of Medicine, 2011",
} as const;

export type SourceKey = keyof typeof sources;
