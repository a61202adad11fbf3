import { type Invariant, row } from "./invariant.ts";

export const referralInvariants: Invariant[] = [
  {
    description:
      "A referral between clinics has two rows, the sender's and the receiver's, with equal values.",
    violations: `
      select coalesce(s.clinic_id, r.clinic_id) as clinic_id, ${row("referrals", "coalesce(s.id, r.id)")} as row,
             concat('sent ', coalesce(s.status, 'missing'), ', received ', coalesce(r.status, 'missing')) as found
      from (select * from referrals where side = 'sent' and status <> 'letter') s
      full join (select * from referrals where side = 'received') r on r.id = s.id
      where (s.status, s.from_clinic_id, s.to_clinic_id, s.global_patient_id, s.date_claimed)
        is distinct from (r.status, r.from_clinic_id, r.to_clinic_id, r.global_patient_id, r.date_claimed)`,
  },
];
