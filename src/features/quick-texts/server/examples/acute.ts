import { coded, type Example } from "./example.ts";

/** Fever, cough, stomach and other acute complaints. */
export const acute: readonly Example[] = [
  {
    name: "urti",
    title: "Cough and colds, no red flags",
    text: "Cough and colds for {days}. Phlegm {none, white, yellow}. Fever {none, highest}. Sore throat {none, yes}. No difficulty breathing, no chest pain, eats and drinks. Others at home sick: {none, who}.",
    template: {
      chiefComplaint: "Cough and colds",
      history:
        "Cough and colds for {days}. Phlegm {none, white, yellow}. Fever {none, highest}. No difficulty breathing, no chest pain, eats and drinks.",
      examination:
        "Not in distress. Throat {not red, red}, tonsils {not enlarged, enlarged}. Clear breath sounds. Neck nodes not enlarged.",
      diagnoses: [coded("Upper respiratory tract infection", "J06.9")],
      treatment:
        "No antibiotic needed now. Rest, water, {for fever, for the nose}. Come back at once for fast or difficult breathing, fever for more than 3 days, or not drinking.",
      followUpInDays: 7,
    },
  },
  {
    name: "flu",
    title: "Influenza-like illness",
    text: "Sudden fever of {highest} for {days}, body pains, headache, cough. Exposed to {who, where}. Flu vaccine {this year, none}. No difficulty breathing. Pregnant, over 60, asthma, diabetes, heart: {none, which}.",
  },
  {
    name: "pneumonia",
    title: "Pneumonia, at home or hospital",
    text: "Cough for {days} with fever {highest} and {difficulty breathing, chest pain}. Phlegm {color}. Confused {no, yes}. Eats and drinks {yes, no}. Other illness: {none, which}. Antibiotics before: {none, which}.",
    template: {
      chiefComplaint: "Cough and fever",
      history:
        "Cough for {days} with fever {highest}. Phlegm {color}. {Difficulty breathing, chest pain}. Eats and drinks {yes, no}. Antibiotics before: {none, which}.",
      examination: "Awake, speaks in sentences. Breath sounds: {crackles where}. No cyanosis.",
      diagnoses: [coded("Pneumonia", "J18.9")],
      treatment:
        "Chest X-ray, CBC. {Antibiotic, dose, days}. To the hospital at once: fast breathing, SpO₂ below 94 %, confusion, cannot drink.",
      followUpInDays: 3,
    },
  },
  {
    name: "tonsil",
    title: "Tonsillitis",
    text: "Sore throat for {days}, painful to swallow. Fever {highest}. Cough {none, yes}. Opens the mouth fully, no change of voice. Earlier this year: {times}.",
  },
  {
    name: "sinus",
    title: "Sinusitis",
    text: "Blocked nose and {clear, yellow, green} discharge for {days}, pain over {cheeks, forehead}. Better then worse again {no, yes}. Fever {none, highest}. No swelling around the eyes.",
  },
  {
    name: "rhinitis",
    title: "Allergic rhinitis",
    text: "Sneezing, itchy and runny nose {days a week} for {months}. Worse with {dust, weather, pets, morning}. Sleep and work: {not disturbed, disturbed}. Asthma {none, yes}.",
  },
  {
    name: "ear",
    title: "Ear pain",
    text: "Pain of the {right, left} ear for {days} after {colds, swimming, cleaning}. Discharge {none, color}. Hearing {same, less}. Fever {none, highest}. No swelling behind the ear.",
  },
  {
    name: "dengue",
    title: "Fever day, warning signs, platelets",
    text: "Fever day {number}, began {date}, highest {temperature}. Headache, body pains, pain behind the eyes: {which}. Rash {none, where}. WARNING SIGNS: belly pain {no, yes}, vomiting {times a day}, bleeding {none, where}, drowsy or restless {no, yes}. Last urine {hours ago}. Dengue in the neighborhood {no, yes}.",
    template: {
      chiefComplaint: "Fever",
      history:
        "Fever day {number}, began {date}, highest {temperature}. Warning signs: belly pain {no, yes}, vomiting {times a day}, bleeding {none, where}, drowsy or restless {no, yes}. Last urine {hours ago}.",
      examination:
        "Awake. Capillary refill {seconds}, hands and feet {warm, cold}. Belly {soft, tender where}, liver {not felt, cm}. Rash {none, where}. Bleeding {none, where}.",
      diagnoses: [coded("Dengue, severity not stated", "A97.9")],
      treatment:
        "CBC with platelets today and {every day until when}. NS1 {done, asked}. Oral rehydration {mL a day}, paracetamol only: no aspirin, ibuprofen or mefenamic acid. To the hospital at once: belly pain, vomiting, bleeding, drowsy, cold hands, no urine for 6 hours.",
      followUpInDays: 1,
    },
  },
  {
    name: "typhoid",
    title: "Prolonged fever, typhoid",
    text: "Fever for {days}, highest {temperature}, {every day, on and off}. Headache {no, yes}, belly pain {no, yes}, stool {loose, none for days}. Ate or drank {street food, water from where}. Travel: {none, where}. Antibiotics before: {none, which}.",
  },
  {
    name: "lepto",
    title: "Leptospirosis, flood exposure",
    text: "Waded in flood on {date}, wounds {none, where}. Fever for {days}, calf pain {no, yes}, red eyes {no, yes}, yellowing {no, yes}. Urine {as before, less, tea-colored}. Doxycycline taken {no, when}.",
  },
  {
    name: "age",
    title: "Acute gastroenteritis",
    text: "Loose stool {times a day} for {days}, {watery, with mucus, with blood}. Vomiting {times a day}. Fever {none, highest}. Drinks {well, poorly}. Last urine {hours ago}. Ate {what, where}; others sick {none, who}.",
    template: {
      chiefComplaint: "Loose bowel movements",
      history:
        "Loose stool {times a day} for {days}, {watery, with mucus, with blood}. Vomiting {times a day}. Fever {none, highest}. Drinks {well, poorly}. Last urine {hours ago}.",
      examination:
        "Awake. Eyes {not sunken, sunken}, mouth {moist, dry}, skin goes back {at once, slowly}. Belly soft, not tender.",
      diagnoses: [coded("Acute gastroenteritis", "A09.9")],
      treatment:
        "Oral rehydration after each stool, {mL}. Zinc for children. Goes on eating. Come back at once: blood in the stool, cannot drink, no urine for 6 hours, drowsy.",
      followUpInDays: 2,
    },
  },
  {
    name: "pud",
    title: "Stomach pain, ulcer",
    text: "Pain of the upper belly for {weeks}, {burning, gnawing}, {before, after} meals, at night {no, yes}. Pain relievers {none, which}. Smokes {sticks a day}, drinks {how often}. No black stool, no vomiting of blood, no weight loss, swallows well.",
    template: {
      chiefComplaint: "Stomach pain",
      history:
        "Pain of the upper belly for {weeks}, {before, after} meals, at night {no, yes}. Pain relievers {none, which}. No black stool, no vomiting of blood, no weight loss, swallows well.",
      examination: "Not pale. Belly soft, tender at {where}, no mass.",
      diagnoses: [coded("Peptic ulcer", "K27.9")],
      treatment:
        "{Medicine, dose, weeks}. No pain relievers without asking. Smaller meals, less coffee, alcohol and smoking. Helicobacter test {asked, not yet}.",
      followUpInDays: 14,
    },
  },
  {
    name: "gerd",
    title: "Acid reflux",
    text: "Heartburn {times a week} for {weeks}, sour taste {no, yes}, worse {lying down, after meals}. Cough at night {no, yes}. Coffee, late meals: {how often}. Swallows well, no weight loss, no black stool.",
  },
  {
    name: "uti",
    title: "Urinary tract infection",
    text: "Painful and frequent urination for {days}. Blood in urine {none, yes}. Fever or chills {none, highest}. Flank pain {none, side}. Discharge {none, yes}. Last menses {date}. Earlier this year: {times}.",
    template: {
      chiefComplaint: "Painful urination",
      history:
        "Painful and frequent urination for {days}. Fever or chills {none, highest}. Flank pain {none, side}. Discharge {none, yes}. Last menses {date}.",
      examination: "Belly soft, {not tender, tender above the pubis}. No tenderness at the flanks.",
      diagnoses: [coded("Urinary tract infection", "N39.0")],
      treatment:
        "Urinalysis, culture {asked, not needed}. {Antibiotic, dose, days}. Water. Come back at once for fever, flank pain or vomiting.",
      followUpInDays: 7,
    },
  },
  {
    name: "stone",
    title: "Flank pain, stone",
    text: "Pain of the {right, left} flank for {hours or days}, comes in waves, goes to {groin, back}. Blood in urine {none, yes}. Vomiting {none, times}. Fever {none, highest}. Earlier stones: {none, when}.",
  },
  {
    name: "headache",
    title: "Headache, no red flags",
    text: "Headache for {days}, {all over, one side, back}, {pressing, throbbing}, {number} of 10. Light and noise hurt {no, yes}, vomiting {no, yes}. Not the worst ever, not sudden. No fever, stiff neck, weakness, double vision or injury. Sleep {hours}, pain relievers {days a week}.",
    template: {
      chiefComplaint: "Headache",
      history:
        "Headache for {days}, {all over, one side, back}, {pressing, throbbing}. Not the worst ever, not sudden. No fever, stiff neck, weakness, double vision or injury. Sleep {hours}.",
      examination:
        "Pupils equal, moves all limbs equally, walks steadily, neck supple. Eye grounds {seen, not seen}.",
      diagnoses: [coded("Tension headache", "G44.2")],
      treatment:
        "{Medicine, dose}. Sleep, water, meals on time. Come back at once: worst headache, fever with stiff neck, weakness, vomiting that does not stop.",
      followUpInDays: 14,
    },
  },
  {
    name: "vertigo",
    title: "Dizziness, spinning",
    text: "Spinning for {days}, each {seconds, minutes, hours}, comes with {turning in bed, looking up}. Hearing {same, less}, ringing {no, yes}. Vomiting {no, yes}. No double vision, weak side, slurred speech or fall.",
  },
  {
    name: "lbp",
    title: "Low back pain",
    text: "Low back pain for {days} after {lifting, sitting, no injury}, {number} of 10, goes to the leg {no, side}. No weak leg, no numb saddle, passes urine and stool as before. No fever, no weight loss. Work: {what}.",
    template: {
      chiefComplaint: "Low back pain",
      history:
        "Low back pain for {days} after {lifting, sitting, no injury}, goes to the leg {no, side}. No weak leg, no numb saddle, passes urine and stool as before. No fever, no weight loss.",
      examination:
        "Walks {freely, with pain}. Tender at {where}. Straight leg raising {negative, side and degrees}. Strength and reflexes equal.",
      diagnoses: [coded("Low back pain", "M54.5")],
      treatment:
        "Stays active, no bed rest. {Medicine, dose, days}. Lifts with the knees. Come back at once for a weak leg, numb saddle or no urine.",
      followUpInDays: 14,
    },
  },
  {
    name: "sprain",
    title: "Ankle sprain",
    text: "Twisted the {right, left} ankle on {date}, {inward, outward}. Walked four steps after it {yes, no}. Swelling {none, where}. Tender at the bone {no, where}. Earlier sprains: {none, when}.",
  },
];
