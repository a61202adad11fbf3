import { type Invariant, row } from "./invariant.ts";

export const referralInvariants: Invariant[] = [
  {
    description:
      "A referral between clinics has two rows, the sender's and the receiver's, with equal values; one whose patient was deleted is gone.",
    violations: `
      with deleted as materialized (
        select distinct h.clinic_id, h.patient_id from record_history h where h.event = 'patient.delete')
      select coalesce(s.clinic_id, r.clinic_id) as clinic_id, ${row("referrals", "coalesce(s.id, r.id)")} as row,
             concat('sent ', coalesce(s.status, 'missing'), ', received ', coalesce(r.status, 'missing')) as found
      from (select * from referrals where side = 'sent' and status <> 'letter') s
      full join (select * from referrals where side = 'received') r on r.id = s.id
      left join deleted sender on sender.clinic_id = r.from_clinic_id and sender.patient_id = r.original_patient_id
      left join deleted receiver on receiver.clinic_id = s.to_clinic_id and receiver.patient_id = s.claimed_patient_id
      where (s.status, s.from_clinic_id, s.to_clinic_id, s.global_patient_id, s.date_claimed)
        is distinct from (r.status, r.from_clinic_id, r.to_clinic_id, r.global_patient_id, r.date_claimed)
        and not (s.id is null and sender.patient_id is not null) and not (r.id is null and receiver.patient_id is not null)`,
  },
];
