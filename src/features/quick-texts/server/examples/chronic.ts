import { coded, type Example } from "./example.ts";

/** Chronic conditions. */
export const chronic: readonly Example[] = [
  {
    name: "htn",
    title: "Hypertension follow-up",
    text: "Known hypertension since {year}. Takes the medicines {every day, most days, sometimes}. Home BP {average at home}. No chest pain, no shortness of breath, no headache, no blurred vision, no leg swelling.",
    template: {
      chiefComplaint: "BP check, refill of medicines",
      history:
        "Known hypertension. Takes the medicines {every day, most days, sometimes}. Home BP {average at home}. No chest pain, no shortness of breath, no headache, no blurred vision, no leg swelling.",
      examination: "Not in distress. Regular rhythm, no murmur. Clear breath sounds. No edema.",
      diagnoses: [coded("Essential hypertension", "I10")],
      treatment: "Same medicines. Less salt, walking 30 minutes on most days. BP at home, written down.",
      followUpInDays: 28,
    },
  },
  {
    name: "htn-new",
    title: "High blood pressure, newly found",
    text: "BP found high {since when, where it was taken}. No chest pain, no shortness of breath, no weakness of one side, no blurred vision. Family history: {hypertension, stroke, heart attack}. Smokes {packs a day}, drinks {how often}. Salt and instant food: {how often}.",
    template: {
      chiefComplaint: "High BP reading",
      history:
        "BP found high {since when, where it was taken}. No chest pain, no shortness of breath, no weakness of one side, no blurred vision. Family history: {hypertension, stroke, heart attack}. Smokes {packs a day}, drinks {how often}.",
      examination:
        "BP on both arms, after 5 minutes of rest: {right} and {left}. Regular rhythm, no murmur. Clear breath sounds. No edema. Pulses full and equal.",
      diagnoses: [coded("Essential hypertension", "I10")],
      treatment:
        "Creatinine, potassium, fasting sugar, lipids, urinalysis, ECG. Less salt, walking, weight. BP at home twice a day for a week. {medicine started}",
      followUpInDays: 14,
    },
  },
  {
    name: "dm2",
    title: "Type 2 diabetes follow-up",
    text: "Known type 2 diabetes since {year}. Takes the medicines {every day, most days, sometimes}. Sugar at home {fasting}. Low sugar: {none, how often}. No numb feet, no wounds, vision {same, blurred}. Last HbA1c {value, month}. Last eye check {month}.",
    template: {
      chiefComplaint: "Diabetes follow-up",
      history:
        "Known type 2 diabetes. Takes the medicines {every day, most days, sometimes}. Sugar at home {fasting}. Low sugar: {none, how often}. No numb feet, no wounds, vision {same, blurred}.",
      examination:
        "Not in distress. Clear breath sounds, regular rhythm. Feet: no wounds, pulses full, monofilament felt at {points of 10}.",
      diagnoses: [coded("Type 2 diabetes", "E11.9")],
      treatment:
        "Same medicines. HbA1c, creatinine, lipids, urine albumin. Less rice and sweet drinks. Foot care told. Eye check once a year.",
      followUpInDays: 91,
    },
  },
  {
    name: "lipids",
    title: "Dyslipidemia follow-up",
    text: "On {statin} since {month}. No muscle pain, no yellowing. Diet: fried food and fatty pork {how often}. Last LDL {value, month}.",
    template: {
      chiefComplaint: "Cholesterol follow-up",
      history:
        "On {statin} since {month}. No muscle pain, no yellowing. Fried food and fatty pork {how often}.",
      diagnoses: [coded("Dyslipidemia", "E78.5")],
      treatment:
        "Same medicine. Lipids and ALT before the next visit. Less fried food, fish and vegetables, walking.",
      followUpInDays: 91,
    },
  },
  {
    name: "asthma",
    title: "Asthma follow-up",
    text: "In the last 4 weeks: daytime symptoms {times a week}, waking at night {times}, reliever {times a week}, activity {not limited, limited}. Controller {name, how regularly}. Triggers: {dust, smoke, weather, pets, exercise}. Last attack {when}.",
    template: {
      chiefComplaint: "Asthma check",
      history:
        "In the last 4 weeks: daytime symptoms {times a week}, waking at night {times}, reliever {times a week}, activity {not limited, limited}. Controller {how regularly}. Triggers: {dust, smoke, weather, pets, exercise}.",
      examination: "Speaks in sentences. No retractions. {Clear breath sounds, wheeze}.",
      diagnoses: [coded("Asthma", "J45.9")],
      treatment:
        "Inhaler technique seen and corrected. Controller {same, stepped up, stepped down}. Rinse the mouth. Written plan for attacks.",
      followUpInDays: 28,
    },
  },
  {
    name: "copd",
    title: "COPD follow-up",
    text: "Breathless on {stairs, level ground, dressing}. Cough {same, more}, phlegm {white, yellow, green}. Attacks since the last visit: {number}. Smoking: {stopped when, sticks a day}. Inhaler used {every day, when needed}.",
  },
  {
    name: "hf",
    title: "Heart failure follow-up",
    text: "Breathless on {stairs, level ground, at rest}. Sleeps on {number} pillows. Weight at home {kg, change in a week}. Leg swelling {none, to the ankle, to the knee}. Takes the medicines {every day, most days}. Salt and water: {limits}.",
  },
  {
    name: "ckd",
    title: "Chronic kidney disease follow-up",
    text: "Urine {as before, less, foamy}. Swelling {none, where}. Appetite {good, poor}, itching {none, yes}. Pain relievers or herbal medicines: {none, which}. Creatinine {last value, month}.",
  },
  {
    name: "thyroid",
    title: "Thyroid follow-up",
    text: "On {medicine, dose} since {month}. Palpitations {none, how often}, tremor {none, yes}, heat or cold {heat, cold, neither}, weight {change}. No fever, no sore throat. Last TSH {value, month}.",
  },
  {
    name: "gout",
    title: "Gout",
    text: "Pain and swelling of the {joint} for {days}, began {at night, after a meal or drinking}. Earlier attacks: {number a year}. Takes {medicine}. No fever, no injury.",
    template: {
      chiefComplaint: "Joint pain",
      history:
        "Pain and swelling of the {joint} for {days}, began {at night, after a meal or drinking}. Earlier attacks: {number a year}. No fever, no injury.",
      examination: "{Joint} warm, red, swollen, tender. No tophi. No fever.",
      diagnoses: [coded("Gout", "M10.9")],
      treatment:
        "{Medicine for the attack, dose, days}. Water, no beer, less innards, sardines and fatty meat. Uric acid and creatinine two weeks after the attack.",
      followUpInDays: 14,
    },
  },
  {
    name: "oa",
    title: "Knee osteoarthritis",
    text: "Pain of the {right, left, both} knee for {months}, worse on {stairs, standing up, walking}. Stiff in the morning for {minutes}. No locking, no giving way, no fever.",
  },
  {
    name: "anemia",
    title: "Anemia",
    text: "Pale and easily tired for {weeks}. Menses {days, pads a day}. Stool {brown, black, with blood}. Diet: meat and leafy vegetables {how often}. Hemoglobin {value, date}.",
  },
  {
    name: "ptb",
    title: "TB on treatment",
    text: "TB treatment month {number}, began {date}. Doses missed: {none, number}. Cough {gone, less, same}, weight {change}. No yellowing, no rash, no numbness, vision same. Contacts at home seen: {all, who not yet}.",
  },
  {
    name: "refill",
    title: "Refill, no complaint",
    text: "For refill of medicines, no new complaint. Takes them {every day, most days}. No side effects.",
    template: {
      chiefComplaint: "Refill of medicines",
      history: "No new complaint. Takes the medicines {every day, most days}. No side effects.",
      diagnoses: [coded("Repeat prescription", "Z76.0")],
      treatment: "Same medicines.",
      followUpInDays: 28,
    },
  },
];
