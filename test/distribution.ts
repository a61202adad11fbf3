/**
 * How each table would lie in a PostgreSQL that distributes rows over machines (Citus). `clinic`: split by clinic_id,
 * all rows of a clinic on one machine. `reference`: small, a copy on every machine. `local`: on the coordinator alone.
 */
type Place = "clinic" | "reference" | "local";

export const places: Record<string, Place> = {
  admission_counters: "clinic",
  admissions: "clinic",
  consultation_addenda: "clinic",
  consultation_records: "clinic",
  consultations: "clinic",
  custom_field_definitions: "clinic",
  favourite_prescriptions: "clinic",
  files: "clinic",
  files_to_remove: "clinic",
  idempotency_keys: "clinic",
  notifications: "clinic",
  patient_name_sounds: "clinic",
  patient_photos: "clinic",
  patients: "clinic",
  prescriptions: "clinic",
  record_history: "clinic",
  record_history_seals: "clinic",
  referrals: "clinic",
  sealed_records: "clinic",
  tasks: "clinic",
  told_causes: "clinic",
  views_noted: "clinic",
  clinics: "reference",
  users: "reference",
  clinic_standing_changes: "local",
  contact_messages: "local",
  credentials: "local",
  known_devices: "local",
  letters_with_link: "local",
  mailed_links: "local",
  migrations: "local",
  platform_operations: "local",
  recovery_codes: "local",
  remembered_devices: "local",
  second_factor_challenges: "local",
  second_factors: "local",
  sessions: "local",
  signing_key: "local",
  sign_in_failures: "local",
  sign_ins: "local",
  turns_taken: "local",
};

/** Functions of the database that look past one clinic, or at none: each act with its reason. */
export const actsAcrossClinics: { act: string; why: string; functions: string[] }[] = [
  {
    act: "Signing in, sessions, accounts",
    why: "Before it is known who asks there is no clinic. They touch reference and local tables, and the record history of the one clinic that they turn out to be about.",
    functions: [
      "account_for_sign_in",
      "confirm_second_factor",
      "end_second_factor_challenge",
      "prepare_second_factor",
      "read_signing_key",
      "remove_second_factor",
      "second_factor_challenge",
      "second_factor_of",
      "start_second_factor_challenge",
      "is_remembered_device",
      "recovery_codes_of",
      "remember_device",
      "renew_recovery_codes",
      "reset_staff_second_factor",
      "use_recovery_code",
      "use_totp_step",
      "account_of_link",
      "confirm_email",
      "ask_letter_with_link",
      "begin_sign_in",
      "change_password",
      "clinic_of_account",
      "create_first_admin",
      "create_staff_account",
      "describe_session",
      "end_own_session",
      "end_session",
      "end_sessions_of",
      "end_staff_session",
      "enter_staff_mode",
      "forgive_sign_in",
      "has_platform_admin",
      "is_ended_staff_mode",
      "is_resting",
      "look_up_sessions",
      "leave_staff_mode",
      "note_sign_in",
      "letter_with_link_was_mailed",
      "letter_with_link_was_not_mailed",
      "open_staff_account",
      "owner_beside",
      "password_hash_of",
      "profile_of",
      "rehash_password",
      "renew_staff_password",
      "renew_typed_password",
      "sessions_of_staff",
      "sessions_of_user",
      "sign_ins_of_all",
      "sign_ins_of_clinic",
      "sign_ins_of_user",
      "reset_password",
      "sign_up_clinic",
      "start_session",
      "take_letter_with_link",
      "take_turns",
      "touch_sessions",
      "use_sessions",
    ],
  },
  {
    act: "Referral",
    why: "Two rows, the sender's and the receiver's, kept in step; a claim takes the sender's shared summary and files over.",
    functions: ["claim_referral", "clinics_to_refer_to", "close_referral", "send_referral", "take_referral"],
  },
  {
    act: "Notices of what is due",
    why: "One look each ten minutes over all clinics; each notice lies with its own clinic.",
    functions: ["tell_tasks_due", "tell_what_is_due"],
  },
  {
    act: "Housekeeping",
    why: "Timed work over all clinics: sealing the record history clinic by clinic, sweeping what has expired, uploads that nobody attached, records whose retention is over and their files, views in batches.",
    functions: [
      "destroy_one_record",
      "files_left_to_remove",
      "forget_removed_files",
      "forget_uploads",
      "give_up_uploads",
      "note_views",
      "seal_record_history",
      "sweep_expired",
      "sweep_second_factors",
      "sweep_sign_ins",
    ],
  },
  {
    act: "Messages to the platform",
    why: "Local tables, written by visitors and owners, read by the platform's people.",
    functions: [
      "count_messages_to_mail",
      "file_upgrade_request",
      "message_was_mailed",
      "message_was_not_mailed",
      "store_contact_message",
      "take_message_to_mail",
    ],
  },
  {
    act: "The admin console",
    why: "Counts of patients by clinic, over all of them; accounts and standing otherwise. Never a patient's data.",
    functions: [
      "count_platform_clinics",
      "count_platform_messages",
      "count_platform_users",
      "handle_message",
      "platform_clinics",
      "platform_messages",
      "platform_standing_changes",
      "platform_stats",
      "platform_users",
      "set_clinic_active",
      "set_clinic_subscription",
      "set_clinic_verified",
    ],
  },
];

const titles: Record<Place, string> = {
  clinic: "By `clinic_id`, together",
  reference: "Reference",
  local: "Local",
};

/** As it stands in docs/scaling.md. */
export function placesTable(): string {
  const rows = (Object.keys(titles) as Place[]).map((place) => {
    const names = Object.keys(places).filter((name) => places[name] === place);
    return `| ${titles[place]} | ${names.map((name) => `\`${name}\``).join(", ")} |`;
  });
  return ["| Where its rows lie | Tables |", "|---|---|", ...rows].join("\n");
}

export function actsTable(): string {
  const rows = actsAcrossClinics.map(
    ({ act, why, functions }) => `| ${act} | ${why} | ${functions.map((name) => `\`${name}\``).join(", ")} |`,
  );
  return ["| Act | Why it looks past one clinic | By |", "|---|---|---|", ...rows].join("\n");
}
