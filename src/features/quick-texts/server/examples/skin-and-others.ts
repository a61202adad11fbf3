import { coded, type Example } from "./example.ts";

/** Skin and eyes, bites, women and children, examinations for work. */
export const skinAndOthers: readonly Example[] = [
  {
    name: "skin",
    title: "Skin infection",
    text: "{Boil, redness, crusts} at {where} for {days}, {cm}. Painful {no, yes}, pus {no, yes}, spreading {no, yes}. Fever {none, highest}. Diabetes {no, yes}. Injury or bite before: {none, what}.",
    template: {
      chiefComplaint: "Skin infection",
      history:
        "{Boil, redness, crusts} at {where} for {days}. Painful {no, yes}, spreading {no, yes}. Fever {none, highest}. Diabetes {no, yes}.",
      examination: "{Where}: {cm} red, warm, {soft, hard, with pus}. Borders marked. Pulses full.",
      diagnoses: [coded("Cellulitis", "L03.9")],
      treatment:
        "{Antibiotic, dose, days}. Wash, dry, cover. Drained {no, yes}. Come back at once if it passes the mark, or for fever.",
      followUpInDays: 3,
    },
  },
  {
    name: "scabies",
    title: "Scabies",
    text: "Itching for {weeks}, worse at night, at {hands, wrists, belly, groin}. Others at home itch: {none, who}. Treated before: {no, with what}.",
    template: {
      chiefComplaint: "Itching",
      history:
        "Itching for {weeks}, worse at night, at {hands, wrists, belly, groin}. Others at home itch: {none, who}.",
      examination: "Papules and burrows at {where}. Infected {no, where}.",
      diagnoses: [coded("Scabies", "B86")],
      treatment:
        "{Medicine} from the neck down at bedtime, washed off after {hours}, again after 7 days. All at home on the same night. Sheets and clothes in hot water or closed in a bag for 3 days.",
      followUpInDays: 14,
    },
  },
  {
    name: "tinea",
    title: "Ringworm",
    text: "Itchy round patches at {where} for {weeks}, growing {no, yes}. Creams used: {none, which, with steroid}. Sweat, tight clothes, pets: {which}.",
  },
  {
    name: "eczema",
    title: "Eczema",
    text: "Itchy dry patches at {where} since {when}, worse with {soap, heat, food, stress}. Asthma or rhinitis: {self, family}. Sleep {not disturbed, disturbed}. Bathes {times a day} with {soap}.",
  },
  {
    name: "hives",
    title: "Hives",
    text: "Itchy wheals for {hours or days} after {food, medicine, nothing known}. Lips or eyes swollen {no, yes}. No difficulty breathing, no vomiting, no fainting. Earlier: {none, when}.",
  },
  {
    name: "conj",
    title: "Red eye, conjunctivitis",
    text: "Red {right, left, both} eye for {days}, {watery, sticky} discharge, itchy {no, yes}. Vision same, light does not hurt, no injury, no contact lenses. Others with it: {none, who}.",
    template: {
      chiefComplaint: "Red eye",
      history:
        "Red {right, left, both} eye for {days}, {watery, sticky} discharge, itchy {no, yes}. Vision same, light does not hurt, no injury, no contact lenses.",
      examination: "Vision right {20/}, left {20/}. Conjunctiva red, cornea clear, pupils equal and react.",
      diagnoses: [coded("Conjunctivitis", "H10.9")],
      treatment:
        "{Drops, times a day, days}. Washes hands, own towel, no rubbing. Come back at once for pain, less vision or light that hurts.",
      followUpInDays: 3,
    },
  },
  {
    name: "rabies",
    title: "Rabies exposure",
    text: "{Bitten, scratched, licked} by a {dog, cat} on {date and time} at {body part}. Category {I, II, III}. Animal: {own, stray}, vaccinated {date, no, not known}, {alive and well, sick, dead, gone}. Washed with soap for {minutes}. Earlier rabies vaccine: {none, doses and year}. Tetanus vaccine: {year}.",
    template: {
      chiefComplaint: "Animal bite",
      history:
        "{Bitten, scratched, licked} by a {dog, cat} on {date and time} at {body part}. Animal: {own, stray}, vaccinated {date, no, not known}, {alive and well, sick, dead, gone}. Earlier rabies vaccine: {none, doses and year}. Tetanus vaccine: {year}.",
      examination: "{Body part}: {number and size of wounds}, bleeding {no, yes}. Category {I, II, III}.",
      diagnoses: [coded("Rabies exposure", "Z20.3")],
      treatment:
        "Washed with soap and running water 15 minutes. Vaccine by {schedule}, day 0 given {today, where}. Immune globulin {not needed, where given}. Tetanus {given, not due}. Animal watched for 14 days. Card with the next dates given.",
      followUpInDays: 3,
    },
  },
  {
    name: "wound",
    title: "Wound care",
    text: "{Cut, scrape, puncture} of {where} by {what} on {date and time}. Dirty {no, yes}. Feels and moves beyond it {yes, no}. Tetanus vaccine: {year}.",
  },
  {
    name: "prenatal",
    title: "Prenatal visit",
    text: "G{number}P{number}, LMP {date}, {weeks} weeks. Baby moves {yes, not yet felt}. No bleeding, no watery discharge, no headache, no blurred vision, no belly pain, no swelling of face or hands. Iron and folic acid {every day, missed}. Tetanus doses: {number}.",
    template: {
      chiefComplaint: "Prenatal check-up",
      history:
        "G{number}P{number}, {weeks} weeks. Baby moves {yes, not yet felt}. No bleeding, no watery discharge, no headache, no blurred vision, no belly pain, no swelling of face or hands. Iron and folic acid {every day, missed}.",
      examination:
        "Fundal height {cm}. FHT {beats a minute}. Presentation {head, breech, not yet}. Edema {none, where}.",
      diagnoses: [coded("Prenatal care", "Z34.9")],
      treatment:
        "Iron and folic acid, calcium. {Laboratory due}. Danger signs told: bleeding, water, headache, blurred vision, baby moves less. Plan of birth: {where, with whom}.",
      followUpInDays: 28,
    },
  },
  {
    name: "menses",
    title: "Painful periods",
    text: "Pain with menses since {age or month}, {days} each month, {number} of 10. Menses every {days}, {pads a day}. Pain between menses {no, yes}. LMP {date}. Absent from school or work {no, days}.",
  },
  {
    name: "vaginal",
    title: "Vaginal discharge",
    text: "Discharge for {days}, {white curdy, gray, yellow-green}, smell {none, fishy}, itch {no, yes}. Pain on intercourse {no, yes}. LMP {date}. Partner's symptoms: {none, which}. No fever, no belly pain.",
  },
  {
    name: "fp",
    title: "Family planning",
    text: "Wants {pills, injection, implant, IUD, natural, none yet}. Children {number}, youngest {age}. LMP {date}. Breastfeeding {no, yes}. Smokes {no, sticks a day}. Migraine with aura, clots, high BP, breast lump: {none, which}.",
  },
  {
    name: "wellchild",
    title: "Well-child visit",
    text: "Feeding: {breast, formula, family food}, {times a day}. Sleep {hours}. Stool and urine regular. Milestones: {rolls, sits, stands, walks, words}. Vaccines: {complete for age, due which}. No fever or cough. Parent's worries: {none, which}.",
    template: {
      chiefComplaint: "Well-child visit",
      history:
        "Feeding: {breast, formula, family food}. Sleep {hours}. Milestones: {rolls, sits, stands, walks, words}. Vaccines: {complete for age, due which}. Parent's worries: {none, which}.",
      examination:
        "Active. Fontanelle {flat, closed}. Red reflex both. Clear breath sounds, no murmur. Belly soft. Hips {stable}. Skin clear.",
      diagnoses: [coded("Well-child visit", "Z00.1")],
      treatment:
        "Growth told to the parent. Vaccines today: {which}. Food, sleep, safety and teeth for the age. Vitamin A and deworming {given, not due}.",
      followUpInDays: 28,
    },
  },
  {
    name: "feverchild",
    title: "Fever in a child",
    text: "Fever for {days}, highest {temperature}. Drinks {well, poorly}, plays when the fever is down {yes, no}. Cough {no, yes}, loose stool {no, yes}, rash {no, where}, ear pain {no, side}. Convulsion {none, when}. Last urine {hours ago}. Weight {kg}. Vaccines {complete, which not}.",
  },
  {
    name: "hfmd",
    title: "Hand, foot and mouth",
    text: "Fever for {days}, then sores in the mouth and blisters at {hands, feet, buttocks}. Drinks {well, poorly}. Others at school or home: {none, who}. Not drowsy, no jerks, no vomiting.",
  },
  {
    name: "preemp",
    title: "Pre-employment examination",
    text: "For work as {position} at {company}. No complaint. Past illness: {none, which}. Operations: {none, which}. Medicines: {none, which}. Allergies: {none, which}. Smokes {no, sticks a day}, drinks {how often}. LMP {date}.",
    template: {
      chiefComplaint: "Pre-employment examination",
      history:
        "For work as {position} at {company}. No complaint. Past illness: {none, which}. Operations: {none, which}. Medicines: {none, which}. Smokes {no, sticks a day}.",
      examination:
        "Vision right {20/}, left {20/}, color {complete}. Hearing good. Clear breath sounds, regular rhythm, no murmur. Belly soft, no hernia. Spine and limbs move freely. Skin clear.",
      diagnoses: [coded("Pre-employment examination", "Z02.1")],
      treatment:
        "Chest X-ray {result}, CBC {result}, urinalysis {result}, stool {result}. {Fit to work, fit with, not yet fit}.",
    },
  },
  {
    name: "checkup",
    title: "Yearly check-up",
    text: "No complaint. Past illness: {none, which}. Family: {hypertension, diabetes, stroke, cancer}. Smokes {no, sticks a day}, drinks {how often}, exercises {times a week}. Vaccines: {flu, pneumonia, hepatitis B, HPV}. Last Pap smear or mammogram: {month}.",
  },
  {
    name: "anxiety",
    title: "Worry and sleep",
    text: "Worries {most days, at times} for {weeks}, about {what}. Sleep {hours}, falls asleep {easily, after hours}. Palpitations {no, yes}. Appetite {same, less}. Low mood {no, yes}. Thoughts of ending life {no, yes: asked further}. Coffee {cups}, alcohol {how often}. Lives with {whom}.",
  },
];
