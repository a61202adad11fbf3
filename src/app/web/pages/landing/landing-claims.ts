import {
  CalendarDays,
  ChartColumn,
  CloudUpload,
  FileSymlink,
  Hash,
  IdCard,
  type LucideIcon,
  Pill,
} from "lucide-react";

/** The landing page's claims, each with a line that explains it. */
export const claims: readonly { icon: LucideIcon; claim: string; meaning: string }[] = [
  {
    icon: Hash,
    claim: "Patient records with admission numbers",
    meaning:
      "Every patient, admission and file in one chart. The number is suggested by date and never given twice.",
  },
  {
    icon: Pill,
    claim: "Digital prescriptions",
    meaning:
      "Generic name first, SIG in plain words, license and PTR filled in. One A5 page, printed or as PDF.",
  },
  {
    icon: CalendarDays,
    claim: "Appointment scheduling and today's schedule",
    meaning: "See who is next, who has waited, and mark a consultation Done with one press.",
  },
  {
    icon: FileSymlink,
    claim: "Multi-clinic patient referrals",
    meaning:
      "Send a patient to a colleague with the reason and the files. They add the chart to their own clinic.",
  },
  {
    icon: IdCard,
    claim: "Role-based staff and secretary access",
    meaning: "You decide, person by person, who can view, add, edit or delete, and who sees reports.",
  },
  {
    icon: ChartColumn,
    claim: "Dashboard analytics",
    meaning: "Admissions, collection rate and PHIC cases by hospital, month by month.",
  },
  {
    icon: CloudUpload,
    claim: "Cloud backup",
    meaning: "Your records are kept off the clinic computer and can be read from any phone.",
  },
];
