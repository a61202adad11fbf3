import { type Invariant, row } from "./invariant.ts";

export const accountInvariants: Invariant[] = [
  {
    description: "Every clinic has one owner.",
    violations: `
      select c.id as clinic_id, ${row("clinics", "c.id")} as row, count(u.id) || ' owners' as found
      from clinics c left join users u on u.clinic_id = c.id and u.role = 'owner' group by c.id having count(u.id) <> 1`,
  },
  {
    description: "The owner and the doctors of a clinic are its practitioners, and nobody else.",
    violations: `
      select u.clinic_id, ${row("users", "u.id")} as row, u.role || ', practitioner ' || coalesce(p.id::text, 'none') as found
      from users u left join practitioners p on p.clinic_id = u.clinic_id and p.user_id = u.id
      where (u.role in ('owner', 'doctor')) <> (p.id is not null)`,
  },
  {
    description: "Nobody is signed in whose account is inactive.",
    violations: `
      select u.clinic_id, ${row("sessions", "s.id")} as row, 'user ' || u.id as found
      from sessions s join users u on u.id = s.user_id where not u.is_active`,
  },
  {
    description: "Every account has a password.",
    violations: `
      select u.clinic_id, ${row("users", "u.id")} as row, 'no password' as found
      from users u where not exists (select from credentials c where c.user_id = u.id)`,
  },
];
